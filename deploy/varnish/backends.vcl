vcl 4.1;
# The servers, which take turns. A stopping server reports that at /readyz before it closes.
probe ready {
  .url = "/readyz";
  .interval = 500ms;
  .timeout = 1s;
  .window = 2;
  .threshold = 1;
  .initial = 1;
}

backend plyd_1 { .host = "127.0.0.1"; .port = "8081"; .probe = ready; }
backend plyd_2 { .host = "127.0.0.1"; .port = "8082"; .probe = ready; }
backend plyd_3 { .host = "127.0.0.1"; .port = "8083"; .probe = ready; }

import directors;

sub vcl_init {
  new plyd = directors.round_robin();
  plyd.add_backend(plyd_1);
  plyd.add_backend(plyd_2);
  plyd.add_backend(plyd_3);
}
