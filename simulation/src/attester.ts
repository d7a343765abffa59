import { hash } from 'node:crypto'
import type { HttpRequest, HttpResponse } from '../../packages/core/src/outbound/http-exchange.ts'
import { type Exit, fillMessage, type ScriptedCctp, sign } from '../../packages/core/src/testing/scripted-cctp.ts'
import type { Random } from './dice.ts'

export const attesterFaults = [
  'right',
  'right',
  /** It does not answer. */
  'silent',
  /** It has not seen the burn. */
  'unseen',
  /** It has seen the burn, and signs nothing. */
  'pending',
  /** It answers what another account has burned. */
  'other',
  /** It answers another burn of the same account and amount. */
  'twin',
  /** Its signature is wrong. */
  'forged',
  /** What it signs can no longer be delivered. */
  'expired',
  /** Some of its answers are no answers. */
  'garbled',
] as const
export type AttesterFault = (typeof attesterFaults)[number]

type Signed = { readonly message: string; readonly attestation: string }

/** Circle's attester: it signs burns that are final on their chain. It may be wrong, and never signs what was not burned. */
export class Attester {
  fault: AttesterFault = 'right'
  readonly #cctp: ScriptedCctp
  readonly #dice: Random
  /** The messages whose expiration was put off, by nonce. */
  readonly #renewed = new Set<string>()

  constructor(cctp: ScriptedCctp, dice: Random) {
    this.#cctp = cctp
    this.#dice = dice
  }

  /** Answers a request over HTTP. */
  async answer(url: URL, { method }: HttpRequest): Promise<HttpResponse> {
    if (this.fault === 'silent') throw new Error('socket hang up')
    if (this.fault === 'garbled' && this.#dice.percent(60)) return respond(this.#dice.one([200, 429, 500]), '<html>')
    const [, path = '', last = ''] = /^\/v2\/(\w+)\/([^/]+)/.exec(url.pathname) ?? []
    if (method === 'POST' && path === 'reattest') {
      this.#renewed.add(last)
      return respond(200, { message: 'Reattestation requested', nonce: last })
    }
    if (path === 'burn') return respond(200, this.#tellFees())
    if (path !== 'messages') return respond(404, {})
    return this.#find(url.searchParams.get('transactionHash') ?? '')
  }

  /** The signed message of a burn, as anybody gets it when nothing is wrong. */
  sign(exit: Exit): Signed {
    const nonce = nonceOf(exit)
    const fee = (exit.amount * this.#cctp.fee) / 10_000_000n
    const message = fillMessage(exit.message, { nonce, fee: fee < exit.maxFee ? fee : exit.maxFee, expiration: 0n })
    return { message, attestation: sign(message) }
  }

  /** In basis points. */
  #tellFees() {
    const minimumFee = Number(this.#cctp.fee) / 1_000
    return [1_000, 2_000].map((finalityThreshold) => ({ finalityThreshold, minimumFee }))
  }

  #find(transactionHash: string): HttpResponse {
    const burns = this.#cctp.exits(true).filter(({ kind }) => kind === 'burned')
    const exit = burns.find((one) => one.hash === transactionHash)
    if (!exit || this.fault === 'unseen') return respond(404, { error: 'Message not found' })
    if (this.fault === 'pending')
      return respond(200, { messages: [{ status: 'pending_confirmations', message: null, attestation: 'PENDING' }] })
    const signed = this.sign(burns.find((one) => this.#confuses(exit, one)) ?? exit)
    return respond(200, { messages: [{ status: 'complete', ...this.#distort(signed, exit) }] })
  }

  /** Tells whether it answers with another burn than it was asked for. */
  #confuses(asked: Exit, other: Exit): boolean {
    if (this.fault === 'other') return other.account !== asked.account
    return this.fault === 'twin' && other.hash !== asked.hash && other.message === asked.message
  }

  #distort(signed: Signed, exit: Exit): Signed {
    if (this.fault === 'forged') return { ...signed, attestation: `0x${'ab'.repeat(65)}` }
    const nonce = nonceOf(exit)
    if (this.fault !== 'expired' || this.#renewed.has(nonce)) return signed
    const expiration = BigInt(Math.max(1, this.#cctp.destination.node.head.number - 1))
    const message = fillMessage(signed.message, { nonce, fee: 0n, expiration })
    return { message, attestation: sign(message) }
  }
}

/** The number that makes a message different from all others. */
export function nonceOf({ hash: txHash, account }: Pick<Exit, 'hash' | 'account'>): string {
  return `0x${hash('sha256', `nonce ${txHash} ${account}`)}`
}

function respond(status: number, body: object | string): HttpResponse {
  return { status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) }
}
