vcl 4.1;
# A shared cache in front of several plyd. The backends are in backends.vcl beside this file. Start:
# varnishd -a :8080 -f /etc/varnish/default.vcl -p vcl_path=/etc/varnish -s malloc,256m
# and each plyd with --trusted-proxy and this machine's address.

include "backends.vcl";

# Who may empty the cache, as a release of a new version does: curl -X BAN http://cache/
acl operators {
  "localhost";
}

sub vcl_recv {
  if (req.method == "BAN") {
    if (client.ip !~ operators) {
      return (synth(403));
    }
    # Answers name the build that made them in their tag; after a new one, none of the old is given out.
    ban("obj.status != 0");
    return (synth(200, "emptied"));
  }
  set req.backend_hint = plyd.backend();
  # Other methods are answered by a server, and so is what a key is for.
  if (req.method != "GET" && req.method != "HEAD" || req.http.Authorization) {
    return (pass);
  }
  if (req.url ~ "^/(livez|readyz|metrics)$" || req.url ~ "/stream") {
    return (pass);
  }
  # Varnish keeps one copy, compressed, and unpacks it for those who do not read gzip.
  return (hash);
}

sub vcl_backend_response {
  # A server that refuses for load: another one may not. Only questions without effects come here.
  if (beresp.status == 503 && bereq.retries == 0) {
    return (retry);
  }
  # plyd says what may be kept: deterministic answers, for a day. Equal questions that come together wait for one of them.
  if (beresp.http.Cache-Control ~ "no-store") {
    # A short mark, so that equal questions of that kind do not wait for each other.
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
  } else {
    set beresp.grace = 1h;
    set beresp.keep = 1d;
  }
  # plyd sends its answers as they are.
  if (beresp.http.Content-Type ~ "json|svg") {
    set beresp.do_gzip = true;
  }
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.Cache-Status = "varnish; hit";
  } else {
    set resp.http.Cache-Status = "varnish; fwd=miss";
  }
}
