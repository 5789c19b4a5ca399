vcl 4.1;
# A shared cache in front of several plyd. The backends are in backends.vcl beside this file. Start:
# varnishd -a :8080 -f /etc/varnish/default.vcl -p vcl_path=/etc/varnish -s malloc,256m
# and each plyd with --trusted-proxy and this machine's address.

include "backends.vcl";

# Who may empty the cache, for example after a new version was released: curl -X BAN http://cache/
acl operators {
  "localhost";
}

sub vcl_recv {
  if (req.method == "BAN") {
    if (client.ip !~ operators) {
      return (synth(403));
    }
    # The tag of an answer names the build that made it. After a BAN, no older answer is used.
    ban("obj.status != 0");
    return (synth(200, "emptied"));
  }
  set req.backend_hint = plyd.backend();
  # A server answers other methods, and requests with a key.
  if (req.method != "GET" && req.method != "HEAD" || req.http.Authorization) {
    return (pass);
  }
  if (req.url ~ "^/(livez|readyz|metrics)$" || req.url ~ "/stream") {
    return (pass);
  }
  # Varnish keeps one compressed copy, and unpacks it for clients that do not accept gzip.
  return (hash);
}

sub vcl_backend_response {
  # If a server refuses because it is busy, another one may not. Only requests without side effects come here.
  if (beresp.status == 503 && bereq.retries == 0) {
    return (retry);
  }
  # plyd says what may be cached: deterministic answers, for a day. Equal requests that arrive together wait for one of
  # them.
  if (beresp.http.Cache-Control ~ "no-store") {
    # Remembered for a short time, so that equal requests of this kind do not wait for each other.
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
  } else {
    set beresp.grace = 1h;
    set beresp.keep = 1d;
  }
  # plyd does not compress its answers.
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
