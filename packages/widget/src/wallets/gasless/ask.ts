/** The server's answer: `status` is 0 if there was none. */
export type Answer = { status: number; body: Partial<Record<string, unknown>> }

const PATIENCE_MS = 30_000

/** Reads, or posts a body as JSON. Status 0 if there is no such address. Never throws. */
export async function ask(url: string | null, query: { from: string } | null, body?: object): Promise<Answer> {
  try {
    const init = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : `${url}`, {
      method: body ? 'POST' : 'GET',
      headers: init,
      body: body ? JSON.stringify(body) : null,
      credentials: 'omit',
      // Payers often leave right after signing.
      keepalive: body !== undefined,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: response.status, body: Object(await response.json()) }
  } catch {
    return { status: 0, body: {} }
  }
}
