/** Why a claim was not taken: it holds no hash of the network, or the server did not answer. */
export type ClaimProblem = 'invalid' | 'failed'

/** Tells the server which transaction the payer has named. Null once it knows it. Never throws. */
export async function sendClaim(url: string, hash: string): Promise<ClaimProblem | null> {
  try {
    const { ok, status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ hash }),
      credentials: 'omit',
    })
    if (ok) return null
    return status === 400 ? 'invalid' : 'failed'
  } catch {
    return 'failed'
  }
}
