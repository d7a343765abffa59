/** The server's answer: `status` is 0 if there was none. */
export type Answer = { status: number; body: Partial<Record<string, unknown>> }

const PATIENCE_MS = 30_000

/** Posts JSON; status 0 if there is no such address. Never throws. */
export async function askServer(url: string | null, body: object): Promise<Answer> {
  try {
    if (url === null) return { status: 0, body: {} }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: parseFields(answer) }
  } catch {
    return { status: 0, body: {} }
  }
}

export function parseFields(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
