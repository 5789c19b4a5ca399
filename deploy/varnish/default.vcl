vcl 4.1;
# A shared cache in front of several plyd. The backends are in backends.vcl beside this file. Start:
# varnishd -a :8080 -f /etc/varnish/default.vcl -p vcl_path=/etc/varnish -s malloc,256m
# and each plyd with --trusted-proxy and this machine's address.

import std;
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
  # Keeps the body, which is at most a batch's, so that it can be sent to another server.
  if (req.method == "POST" && !std.cache_req_body(1MB)) {
    return (synth(413));
  }
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

sub vcl_backend_fetch {
  # How long a server may send nothing: longer than any search, and than a batch, whose answers may come a minute after
  # its first byte.
  set bereq.first_byte_timeout = 70s;
  set bereq.between_bytes_timeout = 70s;
  # A review sends nothing before its end: twice --max-review-ms, and 10 s. If you raise that option, change this line.
  if (bereq.url ~ "^/v1/games/[^/?]+/review(\?|$)") {
    set bereq.first_byte_timeout = 250s;
  }
}

sub vcl_backend_error {
  # Another server is asked if the connection was refused or broke, but not after a time-out, because the work would
  # start again.
  if (bereq.retries == 0 && now - bereq.time < bereq.first_byte_timeout * 0.9) {
    return (retry);
  }
  # The proxy's own errors are problem documents, as plyd's are (docs/reference/errors.md).
  set beresp.http.Content-Type = "application/problem+json";
  if (now - bereq.time < bereq.first_byte_timeout * 0.9) {
    set beresp.status = 502;
    set beresp.http.Retry-After = "1";
    synthetic({"{"type":"urn:plyd:problem:bad_gateway","title":"bad gateway","status":502,"code":"bad_gateway","detail":"the proxy reached no server, or the connection to it broke","request_id":""} + bereq.xid + """"}""");
  } else {
    set beresp.status = 504;
    synthetic({"{"type":"urn:plyd:problem:gateway_timeout","title":"gateway timeout","status":504,"code":"gateway_timeout","detail":"the server took longer than the proxy waits","request_id":""} + bereq.xid + """"}""");
  }
  return (deliver);
}

sub vcl_backend_response {
  # If a server refuses because it is busy, another one may not. Requests have no side effects.
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
