import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults } from './faults.ts'
import type { Chain } from './ledger/chain.ts'

/** The shared context of both APIs */
export type Node = {
  readonly chain: Chain
  readonly faults: Faults
  /** Methods of the RPC that exist only on this network, for tests */
  readonly control: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => Promise<object>>>
  /** True if ledgers close by themselves, so that requests can wait for one */
  readonly closesItself: boolean
}

const MAX_BODY_BYTES = 1_000_000

/** @throws if it is longer than any valid request here */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > MAX_BODY_BYTES) throw new Error('The body is too long.')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

export function sendJson(response: ServerResponse, status: number, body: object, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}
