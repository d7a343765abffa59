/** Waits before attempts. Nothing is lost if all fail: the server finds the transfer by itself, only later. */
const WAITS_MS = [0, 1000, 3000, 9000, 27_000]

/** Tells the server which transaction to look for, so that the payer sees it sooner. Never throws. */
export async function reportTransaction(url: string, report: { hash: string; from: string }): Promise<boolean> {
  for (const waitMs of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const status = await post(url, report)
    if (status < 300) return true
    if (status < 500 && status !== 429) return false
  }
  return false
}

/** The answer's status; 500 if there is none. */
async function post(url: string, body: object): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      // Payers often leave once their wallet has sent.
      keepalive: true,
    })
    return response.status
  } catch {
    return 500
  }
}
