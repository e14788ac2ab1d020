"""The client of the Silhouette API, in one file and with nothing but Python 3.9 or later: copy it into your program.

    from silhouette import Silhouette

    silhouette = Silhouette("https://photos.example.com", key="sk_...")
    result = silhouette.remove("photo.jpg", size="full", bg_color="white")
    picture = silhouette.download(result.url)

Parameters have the names of the API. A photo is a path, bytes, or a file opened for reading bytes.
"""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import itertools
import json
import os
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import IO, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Union

Photo = Union[str, "os.PathLike[str]", bytes, bytearray, IO[bytes]]
Json = Dict[str, Any]

_CHUNK = 65_536
_SILENCE = 45.0  # seconds; the server says something every 14
# Refused before anything was done; or no answer, or none of the server. It may have done the work all the same, but no
# request does it twice: it has an Idempotency-Key, only reads, or deletes.
_WORTH_A_REPETITION = (429, 503, 0, 408, 502, 504)


class SilhouetteError(Exception):
    """What the server refused, or why it could not be asked. Nothing is charged on any error."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status  # of HTTP; 0 if there was no answer
        self.code = code  # of the server, or unreachable, or unexpected_answer
        self.request_id = request_id  # by which the operator finds the request
        self.retry_after = retry_after  # seconds, if the server said so


class WebhookError(ValueError):
    """The message does not come from the server, or is too old: do not act on it."""


@dataclass(frozen=True)
class Result:
    """What remove, id_photo and portrait_style answer."""

    url: str  # where the picture is, for some days
    warnings: List[str]  # what a person should look at
    confidence: Optional[float]  # of cut-outs, 0 to 1
    recipe: Optional[str]  # of portrait styles: what the picture was made of
    notice: Optional[str]  # why the picture is watermarked, if it is
    replayed: bool  # the answer to an earlier request with the same Idempotency-Key; nothing was charged
    request_id: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Cutout:
    """What cutout answers."""

    picture: bytes
    content_type: str
    width: int
    height: int
    credits_charged: int
    type: Optional[str]
    foreground: Tuple[int, int, int, int]  # left, top, width and height of the subject
    confidence: Optional[float]
    notice: Optional[str]
    replayed: bool
    request_id: str
    headers: Mapping[str, str]


class Silhouette:
    """All operations of the API. A request is sent again after 429 and 503, and after a lost connection."""

    def __init__(
        self,
        server: str,
        *,
        key: str,
        retries: int = 3,
        max_wait: float = 90,
        timeout: float = 120,
        on_retry: Optional[Callable[[SilhouetteError, float], None]] = None,
    ) -> None:
        address = urllib.parse.urlsplit(server)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise ValueError(f"server must be an http or https address; got {server!r}")
        if not key or not all("!" <= letter <= "~" for letter in key):
            raise ValueError("key must be an API key, without white space")
        self.server = server.rstrip("/")
        self._key = key
        self._retries = retries
        self._max_wait = max_wait  # seconds; where the server asks for more, the error comes at once
        self._timeout = timeout
        self._on_retry = on_retry
        self._opener = urllib.request.build_opener(_NoRedirect)

    # Pictures

    def remove(
        self, image_file: Optional[Photo] = None, *, idempotency_key: Optional[str] = None, **parameters: Any
    ) -> Result:
        """Cuts out the subject of a photo, or of the one at image_url."""
        return self._result("/v1/remove", image_file, parameters, idempotency_key)

    def id_photo(self, image_file: Photo, *, idempotency_key: Optional[str] = None, **parameters: Any) -> Result:
        return self._result("/v1/id-photo", image_file, parameters, idempotency_key)

    def portrait_style(self, image_file: Photo, *, idempotency_key: Optional[str] = None, **parameters: Any) -> Result:
        return self._result("/v1/portrait-style", image_file, parameters, idempotency_key)

    def cutout(
        self, image_file: Optional[Photo] = None, *, idempotency_key: Optional[str] = None, **parameters: Any
    ) -> Cutout:
        """Cuts out the subject, with all that the compatible API offers; the answer is the picture itself."""
        headers, picture = self._post("/v1.0/cutout", image_file, parameters, idempotency_key)
        box = [_whole(headers, f"X-Foreground-{name}") for name in ("Left", "Top", "Width", "Height")]
        return Cutout(
            picture=picture,
            content_type=headers.get("Content-Type", ""),
            width=_whole(headers, "X-Width"),
            height=_whole(headers, "X-Height"),
            credits_charged=_whole(headers, "X-Credits-Charged"),
            type=headers.get("X-Type"),
            foreground=(box[0], box[1], box[2], box[3]),
            confidence=_confidence(headers),
            **_answered(headers),
        )

    def download(self, url: str) -> bytes:
        """The picture of a result."""
        # Without the key, and with redirections: results may be on another host.
        request = lambda: urllib.request.Request(url)  # noqa: E731
        return self._patiently(request, lambda answer: bytes(answer.read()), urllib.request.build_opener())

    # What is on offer

    def formats(self, search: str = "") -> Json:
        """Formats of ID photos, all or those that match the words; colours; what warnings mean."""
        return self._ask("GET", "/v1/id-photo/specs", {"search": search})

    def presets(self) -> Json:
        """What shops and networks ask for; what warnings of cut-outs mean."""
        return self._ask("GET", "/v1/presets")

    def styles(self) -> List[Json]:
        return list(self._ask("GET", "/v1/styles")["styles"])

    # The account

    def account(self) -> Json:
        """Balance and limits, and what the key may do."""
        return self._ask("GET", "/v1/account")

    def usage(self, from_day: Optional[str] = None, to_day: Optional[str] = None) -> Json:
        """Images and credits by day and by operation; days like 2026-11-30, the last 30 unless given."""
        return self._ask("GET", "/v1/usage", {"from": from_day, "to": to_day})

    def results(self, operation: Optional[str] = None, limit: Optional[int] = None) -> Iterator[Json]:
        """Every result that the account keeps, newest first; pages of this size are asked for as they are needed."""
        before: Optional[str] = None
        while True:
            page = self._ask("GET", "/v1/results", {"operation": operation, "limit": limit, "before": before})
            yield from page["results"]
            before = page["next"]
            if before is None:
                return

    def result(self, id: str) -> Json:
        return self._ask("GET", f"/v1/results/{urllib.parse.quote(id, safe='')}")

    def delete_result(self, id: str) -> None:
        """Fails with not_found if there is none, also if an earlier try deleted it and its answer was lost."""
        self._ask("DELETE", f"/v1/results/{urllib.parse.quote(id, safe='')}")

    def delete_all_results(self) -> int:
        """Every result of the account, whichever key made it. Returns how many there were."""
        count, before = 0, None
        while True:
            answer = self._ask("DELETE", "/v1/results", {"confirm": "all", "before": before})
            count, before = count + answer["deleted"], answer["next"]
            if before is None:
                return int(count)

    # Jobs: images that are processed while nobody waits

    def create_job(
        self,
        operation: str,
        image_file: Optional[Photo] = None,
        *,
        image_urls: Optional[Iterable[str]] = None,
        idempotency_key: Optional[str] = None,
        **parameters: Any,
    ) -> Json:
        """Hands over a photo, the one at image_url, or up to 1,000 addresses, and is answered at once.

        operation: remove, id-photo, portrait-style or cutout. Its parameters apply to every image.
        """
        addresses = None if image_urls is None else "\n".join(image_urls)
        fields = {"operation": operation, "image_urls": addresses, **parameters}
        return _object_in(self._post("/v1/jobs", image_file, fields, idempotency_key)[1])

    def job(self, id: str) -> Json:
        """With its first 100 images; job_items has all."""
        return self._ask("GET", _job_path(id))

    def jobs(self, limit: Optional[int] = None) -> Iterator[Json]:
        """All of them, newest first; pages of this size are asked for as they are needed."""
        before: Optional[str] = None
        while True:
            page = self._ask("GET", "/v1/jobs", {"limit": limit, "before": before})
            yield from page["jobs"]
            before = page["next"]
            if before is None:
                return

    def job_items(self, id: str) -> Iterator[Json]:
        """All images of a job as they are now, in the order in which they were sent."""
        after: Optional[int] = 0
        while after is not None:
            page = self._ask("GET", _job_path(id), {"after": after})
            yield from page["items"]
            after = page.get("next")

    def cancel_job(self, id: str) -> Json:
        """Cancels what has not begun; the rest is finished and charged."""
        return self._ask("DELETE", _job_path(id))

    def wait_for_job(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        patience: float = 600,
        on_progress: Optional[Callable[[Json], None]] = None,
    ) -> Json:
        """The job once it has ended: finished or cancelled. TimeoutError after so many seconds.

        patience: seconds for which the server may be away, for a restart for example.
        """
        job: Json = {}
        for kind, news in self._follow(id, None, timeout, patience, on_progress):
            if kind == "job":
                job = news
        return job

    def job_results(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        patience: float = 600,
        on_progress: Optional[Callable[[Json], None]] = None,
    ) -> Iterator[Json]:
        """Every image that has finished or failed, each once, as it ends; until the job has ended."""
        told: Set[int] = set()
        for kind, news in self._follow(id, 1000, timeout, patience, on_progress):
            for item in [news] if kind == "item" else news.get("items", []):
                if item["state"] in ("finished", "failed") and item["position"] not in told:
                    told.add(item["position"])
                    yield item

    def _follow(
        self,
        id: str,
        limit: Optional[int],
        timeout: Optional[float],
        patience: float,
        on_progress: Optional[Callable[[Json], None]],
    ) -> Iterator[Tuple[str, Json]]:
        """What happens to a job: by server-sent events where they come, else by asking. It ends with one asked for."""
        end = None if timeout is None else time.monotonic() + timeout
        answered, pause, counts = time.monotonic(), 0.5, None
        heard = _Heard()
        while True:
            wait = pause
            try:
                for kind, news in itertools.chain(self._events(id, heard, end), self._asked(id, limit)):
                    answered = time.monotonic()
                    if kind == "job" and counts != news["counts"]:
                        counts = news["counts"]
                        if on_progress:
                            on_progress(news)
                    yield kind, news
                    if "items" in news and "finished_at" in news:
                        return
            except SilhouetteError as error:
                wait = max(pause, error.retry_after or 0)
                if error.status not in _WORTH_A_REPETITION or time.monotonic() + wait - answered > patience:
                    raise
            if end is not None and time.monotonic() + wait > end:
                raise TimeoutError(f"{id} has not ended within {timeout} seconds; it goes on")
            time.sleep(wait)
            pause = min(8.0, 2 * pause)

    def _asked(self, id: str, limit: Optional[int]) -> Iterator[Tuple[str, Json]]:
        yield "job", self._ask("GET", _job_path(id), {"limit": limit})

    def _events(self, id: str, heard: _Heard, end: Optional[float]) -> Iterator[Tuple[str, Json]]:
        """Ends with the events, whatever the reason: why there are none is told to those who ask."""
        if heard.silent:
            return
        headers = {"X-Api-Key": self._key, "Accept": "text/event-stream"}
        if heard.last_id:
            headers["Last-Event-ID"] = heard.last_id
        request = urllib.request.Request(f"{self.server}{_job_path(id)}/events", headers=headers)
        try:
            with self._opener.open(request, timeout=_SILENCE) as answer:
                if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                    return
                fields: Dict[str, str] = {}
                for line in answer:
                    if end is not None and time.monotonic() > end:
                        return
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    if name:
                        fields[name] = value
                        continue
                    heard.last_id = fields.get("id", heard.last_id)
                    if "data" in fields:
                        yield fields.get("event", ""), _object_in(fields["data"].encode())
                    fields = {}
        except urllib.error.HTTPError as refusal:
            refusal.close()
        except (OSError, http.client.HTTPException) as trouble:
            # A proxy that holds everything back until the end does so every time.
            heard.silent = isinstance(trouble, (TimeoutError, socket.timeout))

    # How it is sent

    def _result(
        self, path: str, image_file: Optional[Photo], parameters: Mapping[str, Any], idempotency_key: Optional[str]
    ) -> Result:
        headers, body = self._post(path, image_file, parameters, idempotency_key)
        warnings = [code.strip() for code in headers.get("X-Warnings", "").split(",") if code.strip()]
        return Result(
            url=_object_in(body)["url"],
            warnings=warnings,
            confidence=_confidence(headers),
            recipe=headers.get("X-Style-Recipe"),
            **_answered(headers),
        )

    def _post(
        self, path: str, image_file: Optional[Photo], parameters: Mapping[str, Any], idempotency_key: Optional[str]
    ) -> Tuple[Mapping[str, str], bytes]:
        form = _Form({"image_file": image_file, **parameters})
        headers = {
            "X-Api-Key": self._key,
            # The same for every try, so that nothing is done or charged twice.
            "Idempotency-Key": idempotency_key or str(uuid.uuid4()),
            "Content-Type": form.content_type,
            "Content-Length": str(form.length),
        }
        request = lambda: urllib.request.Request(self.server + path, form.pieces(), headers, method="POST")  # noqa: E731
        return self._patiently(request, lambda answer: (answer.headers, bytes(answer.read())))

    def _ask(self, method: str, path: str, query: Optional[Mapping[str, Any]] = None) -> Json:
        given = {name: value for name, value in (query or {}).items() if value not in (None, "")}
        url = self.server + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"X-Api-Key": self._key, "Accept": "application/json"}
        request = lambda: urllib.request.Request(url, headers=headers, method=method)  # noqa: E731
        return self._patiently(request, lambda answer: _object_in(answer.read()))

    def _patiently(
        self,
        request: Callable[[], urllib.request.Request],
        read: Callable[[Any], Any],
        opener: Optional[urllib.request.OpenerDirector] = None,
    ) -> Any:
        failures = 0
        while True:
            try:
                with (opener or self._opener).open(request(), timeout=self._timeout) as answer:
                    return read(answer)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    error = _error_of(refusal)
            except (OSError, http.client.HTTPException) as trouble:
                error = SilhouetteError(f"{self.server} cannot be reached: {trouble}", status=0, code="unreachable")
            failures += 1
            wait = _wait_after(error, failures)
            if error.status not in _WORTH_A_REPETITION or failures > self._retries or wait > self._max_wait:
                raise error
            if self._on_retry:
                self._on_retry(error, wait)
            time.sleep(wait)


class _Heard:
    """What has come of a job's events."""

    last_id = ""
    silent = False


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection would carry the key elsewhere; the API has none."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class _Form:
    """Fields and pictures as multipart/form-data: sent piece by piece, of known length, and as often as needed."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        boundary = f"silhouette-{uuid.uuid4()}"
        self.content_type = f"multipart/form-data; boundary={boundary}"
        self._parts: List[Tuple[bytes, Photo]] = []
        for name, value in fields.items():
            if value is None:
                continue
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
            # The server tells pictures apart by their bytes, so neither name nor type of a file matters.
            if name.endswith("_file"):
                head += f'; filename="{name}"\r\nContent-Type: application/octet-stream'
            else:
                value = _text(value).encode()
            self._parts.append((f"{head}\r\n\r\n".encode(), value))
        self._end = f"--{boundary}--\r\n".encode()
        self._starts = [value.tell() if hasattr(value, "tell") else 0 for _, value in self._parts]
        lengths = [len(head) + self._size(index) + 2 for index, (head, _) in enumerate(self._parts)]
        self.length = sum(lengths) + len(self._end)

    def _size(self, index: int) -> int:
        value = self._parts[index][1]
        if isinstance(value, (bytes, bytearray)):
            return len(value)
        if isinstance(value, (str, os.PathLike)):
            return os.stat(value).st_size
        end = value.seek(0, os.SEEK_END)
        value.seek(self._starts[index])
        return end - self._starts[index]

    def pieces(self) -> Iterator[bytes]:
        for (head, value), start in zip(self._parts, self._starts):
            yield head
            if isinstance(value, (bytes, bytearray)):
                yield bytes(value)
            elif isinstance(value, (str, os.PathLike)):
                with open(value, "rb") as file:
                    yield from iter(lambda: file.read(_CHUNK), b"")
            else:
                value.seek(start)
                yield from iter(lambda: value.read(_CHUNK), b"")
            yield b"\r\n"
        yield self._end


def _job_path(id: str) -> str:
    return f"/v1/jobs/{urllib.parse.quote(id, safe='')}"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _whole(headers: Mapping[str, str], name: str) -> int:
    return int(headers.get(name, 0))


def _confidence(headers: Mapping[str, str]) -> Optional[float]:
    said = headers.get("X-Confidence")
    return None if said is None else float(said)


def _answered(headers: Mapping[str, str]) -> Json:
    return {
        "notice": headers.get("X-Silhouette-Notice"),
        "replayed": headers.get("Idempotent-Replayed") == "true",
        "request_id": headers.get("X-Request-Id", ""),
        "headers": headers,
    }


def _object_in(body: bytes) -> Json:
    try:
        value = json.loads(body)
        if isinstance(value, dict):
            return value
    except ValueError:
        pass
    raise SilhouetteError("The answer is not in the words of Silhouette", status=200, code="unexpected_answer")


def _error_of(refusal: urllib.error.HTTPError) -> SilhouetteError:
    """Both dialects of the API are understood; a proxy's words are not."""
    code = "unexpected_answer"
    message = f"The server answered with status {refusal.code}, and not in the words of Silhouette"
    try:
        errors = json.loads(refusal.read())["errors"]
        if isinstance(errors, list):
            said = [": ".join(filter(None, [it["title"], it.get("detail")])) for it in errors]
            code, message = errors[0]["code"], " ".join(said)
        else:
            code, message = errors["code"], errors["message"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, IndexError, TypeError):
        pass
    return SilhouetteError(
        message,
        status=refusal.code,
        code=code,
        request_id=refusal.headers.get("X-Request-Id"),
        retry_after=_seconds_in(refusal.headers.get("Retry-After")),
    )


def _seconds_in(header: Optional[str]) -> Optional[float]:
    """Also proxies send it, and they may give a date."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _wait_after(error: SilhouetteError, failures: int) -> float:
    """Not earlier than the server said, and not all clients at the same moment."""
    if error.retry_after is not None:
        return error.retry_after + random.random() / 2
    return min(8.0, 0.5 * 2.0 ** (failures - 1)) * (0.5 + random.random() / 2)


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: Union[bytes, str],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Json:
    """The event of a webhook (Standard Webhooks), once its signature and time are checked; WebhookError otherwise.

    Its id is the same in every try: one that you have seen before is a repeat.
    body: exactly as it arrived, not parsed and written again. While a secret is changed, give both.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise WebhookError(f"The header {missing.args[0]} is missing") from None
    if not re.fullmatch(r"[0-9]{1,12}", sent):
        raise WebhookError("webhook-timestamp must be in Unix seconds")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance:
        raise WebhookError("The message is too old, or the clock of one of the machines is wrong")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{sent}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        try:
            key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
        except binascii.Error:
            key = b""
        if not key:  # anybody could sign with an empty one
            raise ValueError("A secret must be that of the webhook: whsec_ and base64")
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, one.encode()) for one in signatures.split()):
            return {**json.loads(content), "id": message_id}
    raise WebhookError("The signature is wrong: check the secret, and that the body is as it arrived")
