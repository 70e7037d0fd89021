import { Refused, Unreachable } from "./refused.js";
export async function send(fetcher, outgoing) {
    const { method, url, headers, body, timeoutMs, signal } = outgoing;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
        const response = await fetcher(url, {
            method,
            headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
            signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
            // The API never redirects; whoever does would get the token.
            redirect: "error",
            ...(body === undefined ? {} : { body }),
        });
        return readAnswer(response, await response.text());
    }
    catch (thrown) {
        if (thrown instanceof Refused || thrown instanceof Unreachable)
            throw thrown;
        if (signal?.aborted)
            throw signal.reason;
        if (timeout.aborted)
            throw new Unreachable("timeout", `${method} ${url} took longer than ${timeoutMs} ms`, thrown);
        throw new Unreachable("network", `${method} ${url} could not be reached`, thrown);
    }
}
function readAnswer(response, text) {
    const answer = parse(text);
    if (answer === undefined) {
        throw new Unreachable("not_the_api", `an answer with status ${response.status} was not JSON`);
    }
    if (response.ok)
        return answer;
    const { code, title, description } = (answer ?? {});
    if (typeof code !== "string") {
        throw new Unreachable("not_the_api", `an answer with status ${response.status} was not the API's`);
    }
    throw new Refused({
        code,
        title: typeof title === "string" ? title : code,
        description: typeof description === "string" ? description : "",
        status: response.status,
        requestId: response.headers.get("x-request-id") ?? "",
        retryAfterSeconds: secondsOf(response.headers.get("retry-after")),
    });
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function secondsOf(header) {
    return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}
