"""Run by test/packaging/python-client.test.ts against a server of its own: python3 -m unittest."""

import base64
import hashlib
import hmac
import http.server
import io
import json
import os
import pathlib
import tempfile
import threading
import unittest
from typing import Any, Callable, Dict, List, Tuple

from silhouette import Silhouette, SilhouetteError, WebhookError, verify_webhook

SERVER, KEY = os.environ["SILHOUETTE_URL"], os.environ["SILHOUETTE_KEY"]
ADDRESS = os.environ["SILHOUETTE_IMAGE_URL"]
PHOTO = pathlib.Path(os.environ["SILHOUETTE_PHOTO"])

Answer = Tuple[int, Dict[str, str], bytes]


class Impostor:
    """Some other server; knows what it was asked."""

    def __init__(self, answer: Callable[[int], Answer]) -> None:
        self.asked: List[Tuple[str, str, Any, bytes]] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.asked.append((self.command, self.path, self.headers, body))
                status, headers, content = answer(len(outer.asked))
                if status == 0:
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_: Any) -> None:
                pass

        self._http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def __enter__(self) -> "Impostor":
        return self

    def __exit__(self, *_: Any) -> None:
        self._http.shutdown()
        self._http.server_close()


class WithServer(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Silhouette(SERVER, key=KEY)

    def test_pictures(self) -> None:
        content = PHOTO.read_bytes()
        behind = io.BytesIO(b"not the photo" + content)
        behind.seek(13)
        for photo in (str(PHOTO), PHOTO, content, bytearray(content), io.BytesIO(content), behind):
            result = self.client.remove(photo, crop=True)
            self.assertTrue(result.request_id.startswith("req_"))
            self.assertFalse(result.replayed)
            self.assertIn("watermark", result.notice or "")
        self.assertTrue(self.client.download(result.url).startswith(b"\x89PNG"))
        cutout = self.client.cutout(PHOTO, size="full")
        self.assertEqual((cutout.width, cutout.height, cutout.credits_charged), (2, 2, 1))
        self.assertEqual(cutout.content_type, "image/png")
        self.assertTrue(cutout.picture.startswith(b"\x89PNG"))
        self.assertTrue(self.client.id_photo(PHOTO, spec="1inch", preview=True).url)
        self.assertTrue(self.client.portrait_style(PHOTO, style="watercolour", strength=80, preview=1).url)

    def test_same_key_is_charged_once(self) -> None:
        before = self.client.account()["balance"]
        first = self.client.remove(PHOTO, size="full", idempotency_key="photo 1")
        again = self.client.remove(PHOTO, size="full", idempotency_key="photo 1")
        self.assertEqual((first.replayed, again.replayed, again.url), (False, True, first.url))
        self.assertEqual(self.client.account()["balance"], before - 1)

    def test_offers_and_account(self) -> None:
        self.assertEqual(self.client.formats("usa passport")["specs"][0]["id"], "us_passport")
        self.assertTrue(self.client.presets()["presets"])
        self.assertIn("watercolour", [style["id"] for style in self.client.styles()])
        self.assertEqual(len(self.client.usage()["days"]), 30)
        self.assertEqual(len(self.client.usage("2026-11-29", "2026-11-30")["days"]), 2)

    def test_results(self) -> None:
        self.client.delete_all_results()
        urls = [self.client.remove(PHOTO).url for _ in range(3)]
        listed = list(self.client.results(limit=2))
        self.assertEqual({result["url"] for result in listed}, set(urls))
        self.assertEqual(len(listed), 3)
        self.assertEqual(list(self.client.results("id-photo")), [])
        one = listed[0]["id"]
        self.assertEqual(self.client.result(one), listed[0])
        self.client.delete_result(one)
        with self.assertRaises(SilhouetteError) as caught:
            self.client.result(one)
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "not_found"))
        self.assertEqual(self.client.delete_all_results(), 2)

    def test_jobs(self) -> None:
        progress: List[int] = []
        job = self.client.create_job("remove", image_urls=[ADDRESS] * 3, idempotency_key="three")
        again = self.client.create_job("remove", image_urls=[ADDRESS] * 3, idempotency_key="three")
        self.assertEqual((job["id"], job["counts"]["total"]), (again["id"], 3))
        items = list(self.client.job_results(job["id"], timeout=30))
        self.assertEqual(sorted(item["position"] for item in items), [1, 2, 3])
        self.assertTrue(self.client.download(items[0]["result"]["url"]).startswith(b"\x89PNG"))
        told = lambda it: progress.append(it["counts"]["finished"])  # noqa: E731
        ended = self.client.wait_for_job(job["id"], timeout=30, on_progress=told)
        self.assertEqual((ended["state"], progress), ("finished", [3]))
        self.assertEqual(self.client.job(job["id"])["items"], list(self.client.job_items(job["id"])))
        photo = self.client.create_job("id-photo", PHOTO, spec="1inch", preview=True)
        self.assertEqual(self.client.wait_for_job(photo["id"], timeout=30)["counts"]["finished"], 1)
        self.assertEqual([it["id"] for it in self.client.jobs(limit=1)], [photo["id"], job["id"]])
        self.assertEqual(self.client.cancel_job(job["id"])["state"], "finished")
        for refused in (self.client.job, self.client.wait_for_job):
            with self.assertRaises(SilhouetteError) as caught:
                refused("job_none")
            self.assertEqual(caught.exception.code, "not_found")
        with self.assertRaises(SilhouetteError) as caught:
            self.client.create_job("remove", image_urls=[])
        self.assertIn("image_urls is empty", str(caught.exception))

    def test_errors_of_both_dialects(self) -> None:
        with self.assertRaises(SilhouetteError) as caught:
            self.client.remove(PHOTO, size="huge")
        error = caught.exception
        self.assertEqual((error.status, error.code), (400, "validation error"))
        self.assertEqual(str(error), "size must be one of preview, full, auto; got 'huge'")
        self.assertTrue((error.request_id or "").startswith("req_"))
        with self.assertRaises(SilhouetteError) as caught:
            self.client.cutout(PHOTO, scale="5%", position="left")
        self.assertEqual(caught.exception.code, "invalid_parameter")
        self.assertRegex(str(caught.exception), "scale: .*position: ")
        with self.assertRaises(SilhouetteError) as caught:
            Silhouette(SERVER, key="wrong").account()
        self.assertEqual(caught.exception.status, 401)


class Elsewhere(unittest.TestCase):
    def test_tries_again_with_the_same_key_and_body(self) -> None:
        answers: List[Answer] = [
            (429, {"Retry-After": "0"}, b""),
            (0, {}, b""),
            (201, {"X-Warnings": "enlarged, subject_cut"}, b'{"url":"http://x/r"}'),
        ]
        told: List[int] = []
        with Impostor(lambda count: answers[count - 1]) as other, tempfile.TemporaryFile() as photo:
            photo.write(os.urandom(200_000))
            photo.seek(0)
            client = Silhouette(other.address, key="k", on_retry=lambda error, _: told.append(error.status))
            self.assertEqual(client.remove(photo).warnings, ["enlarged", "subject_cut"])
        self.assertEqual(told, [429, 0])
        self.assertEqual(len({headers["Idempotency-Key"] for _, _, headers, _ in other.asked}), 1)
        self.assertEqual(len({body for _, _, _, body in other.asked}), 1)
        self.assertGreater(len(other.asked[2][3]), 200_000)

    def test_but_not_for_ever_nor_after_what_would_be_refused_again(self) -> None:
        for status, retry_after, tries in ((503, "0", 3), (503, "100", 1), (500, "0", 1)):
            with Impostor(lambda _: (status, {"Retry-After": retry_after}, b"<html>")) as other:
                with self.assertRaises(SilhouetteError) as caught:
                    Silhouette(other.address, key="k", retries=2).account()
            self.assertEqual((caught.exception.status, caught.exception.code), (status, "unexpected_answer"))
            self.assertEqual(caught.exception.retry_after, float(retry_after))
            self.assertEqual(len(other.asked), tries)

    def test_key_goes_nowhere_else(self) -> None:
        with Impostor(lambda _: (200, {}, b"x")) as elsewhere:
            with Impostor(lambda _: (302, {"Location": elsewhere.address}, b"")) as other:
                with self.assertRaises(SilhouetteError):
                    Silhouette(other.address, key="secret").account()
                self.assertEqual(elsewhere.asked, [])
                self.assertEqual(Silhouette(other.address, key="secret").download(other.address), b"x")
            self.assertNotIn("X-Api-Key", elsewhere.asked[0][2])

    def test_all_results_are_deleted_however_many_calls_that_takes(self) -> None:
        answers = [b'{"deleted":1000,"next":"2.b"}', b'{"deleted":7,"next":null}']
        with Impostor(lambda count: (200, {}, answers[count - 1])) as other:
            self.assertEqual(Silhouette(other.address, key="k").delete_all_results(), 1007)
        path = "/v1/results?confirm=all"
        self.assertEqual([asked[:2] for asked in other.asked], [("DELETE", path), ("DELETE", f"{path}&before=2.b")])

    def test_waiting_outlives_what_passes_and_tells_nothing_twice(self) -> None:
        one, two = ({"position": place, "state": "finished"} for place in (1, 2))
        counts = {"finished": 1}
        event = f"id: 1\nevent: item\ndata: {json.dumps(one)}\n\nevent: job\ndata: {json.dumps({'counts': counts})}\n\n"
        ended = {"counts": {"finished": 2}, "items": [one, two], "finished_at": "now"}
        answers: List[Answer] = [
            (200, {"Content-Type": "text/event-stream"}, event.encode() + b": cut off"),
            (503, {"Retry-After": "0"}, b""),
            (0, {}, b""),
            (0, {}, b""),
            (429, {}, b"<html>"),
            (200, {}, json.dumps(ended).encode()),
        ]
        with Impostor(lambda count: answers[count - 1]) as other:
            client = Silhouette(other.address, key="k", retries=0)
            self.assertEqual([item["position"] for item in client.job_results("job_1")], [1, 2])
        self.assertEqual([path for _, path, _, _ in other.asked[:2]], ["/v1/jobs/job_1/events", "/v1/jobs/job_1?limit=1000"])
        self.assertEqual([headers["Last-Event-ID"] for _, _, headers, _ in other.asked[::2]], [None, "1", "1"])

    def test_waiting_ends_with_patience_and_time(self) -> None:
        with self.assertRaises(SilhouetteError) as caught:
            Silhouette("http://127.0.0.1:1", key="k", retries=0).wait_for_job("job_1", patience=0)
        self.assertEqual(caught.exception.code, "unreachable")
        with Impostor(lambda _: (200, {}, b'{"counts":{},"items":[]}')) as other:
            with self.assertRaises(TimeoutError):
                Silhouette(other.address, key="k").wait_for_job("job_1", timeout=0)

    def test_nobody_there_no_photo_and_what_cannot_be(self) -> None:
        with self.assertRaises(SilhouetteError) as caught:
            Silhouette("http://127.0.0.1:1", key="k", retries=0).account()
        self.assertEqual((caught.exception.status, caught.exception.code), (0, "unreachable"))
        with self.assertRaises(FileNotFoundError):
            Silhouette(SERVER, key="k").remove("there-is-no-such-photo.jpg")
        for server, key in (("photos.example.com", "k"), ("http://photos.example.com", "two words")):
            with self.assertRaises(ValueError):
                Silhouette(server, key=key)


class Webhooks(unittest.TestCase):
    SECRET, OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_" + base64.b64encode(b"old" * 8).decode()
    BODY = b'{"test": 2432232314}'
    # The example of the Standard Webhooks libraries.
    HEADERS = {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "Webhook-Timestamp": "1614265330",
        "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    NOW = 1614265330

    def test_right(self) -> None:
        for secrets in (self.SECRET, [self.OLD, self.SECRET]):
            event = verify_webhook(secrets, self.HEADERS, self.BODY, now=self.NOW + 299)
            self.assertEqual(event, {"id": self.HEADERS["Webhook-Id"], "test": 2432232314})
        two = {**self.HEADERS, "Webhook-Signature": "v1,AAAA v2,x " + self.HEADERS["Webhook-Signature"]}
        self.assertTrue(verify_webhook(self.SECRET, two, self.BODY.decode(), now=self.NOW))

    def test_wrong(self) -> None:
        key = base64.b64decode(self.SECRET[6:])
        forged = base64.b64encode(hmac.new(key, self.BODY, hashlib.sha256).digest()).decode()
        wrong: List[Tuple[Dict[str, str], bytes, int]] = [
            (self.HEADERS, self.BODY + b" ", 0),
            (self.HEADERS, self.BODY, 301),
            (self.HEADERS, self.BODY, -301),
            ({**self.HEADERS, "Webhook-Id": "msg_other"}, self.BODY, 0),
            ({**self.HEADERS, "Webhook-Timestamp": "1614265331"}, self.BODY, 0),
            ({**self.HEADERS, "Webhook-Timestamp": "soon"}, self.BODY, 0),
            ({**self.HEADERS, "Webhook-Timestamp": "9" * 5000}, self.BODY, 0),
            ({**self.HEADERS, "Webhook-Signature": f"v1,{forged}"}, self.BODY, 0),
            ({**self.HEADERS, "Webhook-Signature": ""}, self.BODY, 0),
            ({"Webhook-Id": "msg_1"}, self.BODY, 0),
        ]
        for headers, body, late in wrong:
            with self.assertRaises(WebhookError):
                verify_webhook(self.SECRET, headers, body, now=self.NOW + late)
        with self.assertRaises(WebhookError):
            verify_webhook(self.OLD, self.HEADERS, self.BODY, now=self.NOW)

    def test_no_secret(self) -> None:
        signed = f"{self.HEADERS['Webhook-Id']}.{self.NOW}.".encode() + self.BODY
        by_nobody = base64.b64encode(hmac.new(b"", signed, hashlib.sha256).digest()).decode()
        for secret in ("", "whsec_", "whsec_?"):
            with self.assertRaises(ValueError):
                verify_webhook(secret, {**self.HEADERS, "Webhook-Signature": f"v1,{by_nobody}"}, self.BODY, now=self.NOW)
