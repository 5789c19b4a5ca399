"""A receiver of OTLP over HTTP that decodes what arrives, and may hang, refuse or die."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def value_of(value):
    """The value of an attribute as Python's own."""
    return getattr(value, value.WhichOneof("value"))


def attributes_of(thing):
    return {attribute.key: value_of(attribute.value) for attribute in thing.attributes}


class Receiver:
    """Listens until it is closed. `mode` is ok, hang, 503, or dead, which also ends kept connections."""

    def __init__(self, port=0):
        self.mode = "ok"
        self.spans, self.resources, self.faults = [], [], []
        self.changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                status, answer = receiver.take(self.path, self.headers, body)
                self.send_response(status)
                self.send_header("content-type", "application/x-protobuf")
                self.send_header("content-length", str(len(answer)))
                if receiver.mode == "dead":
                    self.send_header("connection", "close")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def handle_error(self, *_):
                # The sender ended while it was being answered.
                pass

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def take(self, path, headers, body):
        """The status and the answer."""
        while self.mode == "hang":
            time.sleep(0.05)
        if self.mode in ("503", "dead"):
            return 503, b""
        with self.changed:
            if headers["content-type"] != "application/x-protobuf":
                self.faults.append(f"content-type {headers['content-type']}")
            if path != "/v1/traces":
                self.faults.append(path)
                return 404, b""
            message = ExportTraceServiceRequest.FromString(body)
            self.resources += [attributes_of(of.resource) for of in message.resource_spans]
            self.spans += [span for of in message.resource_spans for scope in of.scope_spans for span in scope.spans]
            self.changed.notify_all()
        return 200, b""

    def wait_for(self, what, seconds=30):
        """Waits until `what()` is true of what has arrived, and returns it."""
        with self.changed:
            assert self.changed.wait_for(what, seconds), f"not within {seconds} s: {len(self.spans)} spans"
            return what()

    def close(self):
        """Refuses connections from now on."""
        self.mode = "dead"
        self.server.shutdown()
        self.server.server_close()
