/**
 * Circle's attester (developers.circle.com/cctp): it signs the messages of burns, and tells its fees. It needs no key. All
 * functions throw AttesterError, and nothing that it answers is believed without a check.
 */
import { isSameMessage, readMessage, type SignedMessage } from '@crypto-checkout/contracts'
import { z } from 'zod'
import { describeFailure } from './failure.ts'
import { type ExchangeHttp, exchangeHttp, type HttpResponse, TooLong } from './http-exchange.ts'

type AttesterErrorOptions = { retryAfterMs?: number | null; isSilent?: boolean; cause?: unknown }

/** Any fault of the attester, in words for the operator. */
export class AttesterError extends Error {
  override readonly name = 'AttesterError'
  /** The time that the attester asks to wait. */
  readonly retryAfterMs: number | null
  /** It did not answer in time, and the next question would wait as long. */
  readonly isSilent: boolean

  constructor(reason: string, { retryAfterMs = null, isSilent = false, cause }: AttesterErrorOptions = {}) {
    super(`Circle's attester: ${reason}`, { cause })
    this.retryAfterMs = retryAfterMs
    this.isSilent = isSilent
  }
}

export type Attestation =
  /** The attester has not seen the burn yet, which is usual at first. */
  | { readonly state: 'unknown' }
  /** The burn has been seen and waits to be signed. `delay`: why it takes long, in the attester's words; else null. */
  | { readonly state: 'pending'; readonly delay: string | null }
  | (SignedMessage & {
      readonly state: 'complete'
      /** 32 bytes in lower case, different for each message. */
      readonly nonce: string
      /** What the destination takes off, in the token's smallest unit. */
      readonly rawFee: bigint
      /**
       * From this block of the destination on the message is refused, and has to be attested again; 0 if it stays good.
       * Arbitrum counts Ethereum's blocks here.
       */
      readonly expirationBlock: bigint
    })

type Asked = {
  /** The address of the attester: `https://iris-api.circle.com`. */
  readonly attester: string
  /** The way requests are sent. */
  readonly exchange: ExchangeHttp
}

type Sent = Asked & {
  /** The network of the burn by its number in CCTP. */
  readonly domain: number
  /** The transaction of the burn. */
  readonly transactionHash: string
  /** As the burn sent it. */
  readonly message: string
  /**
   * The nonces of the transaction's other burns, in lower case. Two burns of one transaction can have the same message,
   * and either attestation is good for both: each may be used once.
   */
  readonly taken: readonly string[]
}

/** Asks for the attestation of a burn. Messages of other burns in the same transaction are left out. */
export async function findAttestation(sent: Sent): Promise<Attestation> {
  const { domain, transactionHash, message, taken } = sent
  const response = await ask(sent, `v2/messages/${domain}?transactionHash=${encodeURIComponent(transactionHash)}`)
  if (response.status === 404) return { state: 'unknown' }
  const { messages } = read(response, messagesSchema)
  if (messages.length === 0) return { state: 'unknown' }
  const own = messages.filter((one) => one.status === 'complete' && isSameMessage(message, one.message))
  const [found] = own.filter((one) => !taken.includes(readMessage(one.message).nonce))
  if (found) return checkSigned(found)
  const waiting = messages.find((one) => one.status !== 'complete')
  if (!waiting && own.length === 0) throw new AttesterError('it answers messages that the transaction did not send')
  return { state: 'pending', delay: describeDelay(waiting?.delayReason) }
}

/** Of one burn, in millionths of it. */
export type BurnFees = {
  readonly standard: number
  /** Null if the route has no fast burns. */
  readonly fast: number | null
}

type Route = Asked & { readonly from: number; readonly to: number }

/** The least fees of burns of USDC from one network to another, by their numbers in CCTP. */
export async function readFees(route: Route): Promise<BurnFees> {
  const fees = read(await ask(route, `v2/burn/USDC/fees/${route.from}/${route.to}`), feesSchema)
  const feeOf = (finality: number) => fees.find((fee) => fee.finalityThreshold === finality)?.minimumFee
  const [standard, fast] = [feeOf(STANDARD), feeOf(FAST)]
  if (standard === undefined) throw new AttesterError('it tells no fee of a standard burn')
  return { standard: toMillionths(standard), fast: fast === undefined ? null : toMillionths(fast) }
}

type Expired = Asked & { readonly nonce: string }

/** Asks for a new attestation of a message that has expired. `findAttestation` then finds it. */
export async function reattest(expired: Expired): Promise<void> {
  requireOk(await ask(expired, `v2/reattest/${encodeURIComponent(expired.nonce)}`, 'POST'))
}

/** The numbers of finality, as in CCTP's messages. */
const [FAST, STANDARD] = [1_000, 2_000]
const TIMEOUT_MS = 10_000
/** Anybody can send a burn in one transaction with hundreds of long messages. */
const MAX_ANSWER_BYTES = 16 * 1_024 * 1_024
/** Circle needs two signatures of 65 bytes now. */
const SIGNATURES = /^0x(?:[0-9a-f]{130}){1,16}$/i
const BASIS_POINTS = 10_000

/** Messages that are not signed yet may have neither. */
const bytes = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const messagesSchema = z.object({
  messages: z.array(
    z.object({ status: z.string(), message: bytes, attestation: bytes, delayReason: z.string().nullish() }),
  ),
})

/** Fees are in basis points, with decimals. */
const feesSchema = z.array(z.object({ finalityThreshold: z.number(), minimumFee: z.number().min(0).max(BASIS_POINTS) }))

function checkSigned({ message, attestation }: SignedMessage): Attestation {
  const { nonce, feeExecuted, maxFee, expirationBlock } = readMessage(message)
  if (!SIGNATURES.test(attestation)) throw new AttesterError('its attestation is not a list of signatures')
  if (/^0x0*$/.test(nonce)) throw new AttesterError('its message has no nonce')
  if (feeExecuted > maxFee) throw new AttesterError('its message takes a higher fee than the burn allows')
  const signed = { message: message.toLowerCase(), attestation: attestation.toLowerCase() }
  return { state: 'complete', ...signed, nonce, rawFee: feeExecuted, expirationBlock }
}

/** Rounded up: what is offered has to be enough. Circle counts in thousandths of a basis point. */
function toMillionths(basisPoints: number): number {
  return Math.ceil(Math.round(basisPoints * 1_000) / 10)
}

/** Null for what is no short name, as in `insufficient_fee`. */
function describeDelay(reason: string | null | undefined): string | null {
  return reason && /^\w{1,64}$/.test(reason) ? reason : null
}

async function ask(
  { attester, exchange = exchangeHttp }: Asked,
  path: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<HttpResponse> {
  const url = new URL(path, attester.endsWith('/') ? attester : `${attester}/`)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = { method, headers: { accept: 'application/json' }, body: '' }
  try {
    return await exchange(url, request, { signal, maxBytes: MAX_ANSWER_BYTES })
  } catch (cause) {
    if (signal.aborted) throw new AttesterError('no answer came in time', { isSilent: true, cause })
    throw new AttesterError(cause instanceof TooLong ? 'its answer is too long' : describeFailure(cause), { cause })
  }
}

function read<T>(response: HttpResponse, schema: z.ZodType<T>): T {
  requireOk(response)
  const { success, data } = schema.safeParse(parseJson(response.text))
  if (!success) throw new AttesterError('its answer is not as documented')
  return data
}

function requireOk({ status, headers }: HttpResponse): void {
  if (status === 200) return
  const reason = status === 429 ? 'it asks to wait' : `it answered ${status}`
  throw new AttesterError(reason, { retryAfterMs: toMs(headers['retry-after']) })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The header may also be a date, which is ignored. */
function toMs(retryAfter: string | undefined): number | null {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null
}
