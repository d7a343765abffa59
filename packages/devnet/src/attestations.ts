/** The attestations of burns that are on local chains, as Circle's API describes them. */
import { createHash } from 'node:crypto'
import { CCTP_DOMAINS } from '@crypto-checkout/contracts/conversion'
import { ISSUER } from './accounts.ts'
import { attest, type Field, readField, writeField } from './attest.ts'
import { callRpc } from './json-rpc.ts'
import { CCTP_CONTRACTS } from './networks.ts'

export type AttesterChain = { readonly domain: number; readonly rpcUrl: string }

/** In hundredths of a percent of what is burned */
export type AttestedFees = { readonly fast: number; readonly standard: number }

/** A burn by the transaction that made it. Its nonce follows from them, so it survives a restart. */
type Sent = { readonly message: string; readonly nonce: string; readonly block: number }

type How = {
  readonly otherWallet: boolean
  /** Of the signer; default: the attester's own */
  readonly key: string | undefined
  readonly expired: boolean
  readonly noAllowance: boolean
  readonly fees: Partial<AttestedFees> | undefined
}

const FEES: AttestedFees = { fast: 1, standard: 0 }
/** Circle's thresholds of finality */
const [FAST, STANDARD] = [1_000, 2_000]
/** Its blocks are final within seconds, so Circle attests no others. */
const ONLY_STANDARD: readonly number[] = [CCTP_DOMAINS.polygon]
/** A day of blocks, one each second */
const VALID_BLOCKS = 86_400n
const MESSAGE_SENT = '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036'

export function createAttestations(chains: readonly AttesterChain[]) {
  /** The last blocks of fast messages by their nonces: the same in each answer */
  const expirations = new Map<string, bigint>()
  const again = new Set<string>()
  const find = (domain: number) => chains.find((chain) => chain.domain === domain)

  async function findExpiration({ message, nonce }: Sent, expired: boolean): Promise<bigint> {
    if (expired && !again.has(nonce)) return 1n
    const destination = find(Number(readField(message, 'destinationDomain')))
    const head = destination ? BigInt(String(await callRpc(destination.rpcUrl, 'eth_blockNumber'))) : 0n
    const expiration = expirations.get(nonce) ?? head + VALID_BLOCKS
    expirations.set(nonce, expiration)
    return expiration
  }

  async function describeOne(
    chain: AttesterChain,
    sent: Sent,
    { otherWallet, key, expired, noAllowance, fees }: How,
  ): Promise<object> {
    const { message, nonce } = sent
    const { delayReason, isFast, fee } = price(message, chain.domain, { noAllowance, rates: { ...FEES, ...fees } })
    const isFinal = sent.block <= (await readFinal(chain))
    if (!isFinal && !isFast) return { ...PENDING, eventNonce: nonce, delayReason }
    // Attested again, a fast burn is final and never expires. Its fee stays.
    const expires = isFast && !(isFinal && again.has(nonce))
    const expiration = expires ? await findExpiration(sent, expired) : 0n
    const signed = otherWallet ? writeField(message, 'mintRecipient', BigInt(ISSUER)) : message
    const filled = { nonce, finality: expires ? FAST : STANDARD, fee, expiration }
    const attested = await attest(signed, filled, key)
    const state = { eventNonce: nonce, cctpVersion: 2, status: 'complete', delayReason: null }
    return { ...attested, ...state, decodedMessage: decode(attested.message) }
  }

  return {
    /** The messages of a transaction in their order; none if no chain knows it */
    async describe({ domain, hash }: { domain: number; hash: string }, how: How): Promise<object[]> {
      const chain = find(domain)
      if (!chain || !/^0x[0-9a-fA-F]{64}$/.test(hash)) return []
      const sent = await readSent(chain, hash)
      return await Promise.all(sent.map((one) => describeOne(chain, one, how)))
    },

    listFees(source: number, fees: Partial<AttestedFees> = {}): object[] {
      const { fast, standard } = { ...FEES, ...fees }
      const tiers = [
        { finalityThreshold: FAST, minimumFee: fast },
        { finalityThreshold: STANDARD, minimumFee: standard },
      ]
      return ONLY_STANDARD.includes(source) ? tiers.slice(1) : tiers
    },

    /** Gives a fast message new blocks. Returns false if no chain has a burn with this nonce. */
    async attestAgain(nonce: string): Promise<boolean> {
      const known = (await Promise.all(chains.map(readAllNonces))).flat()
      if (!known.includes(nonce.toLowerCase())) return false
      again.add(nonce.toLowerCase())
      expirations.delete(nonce.toLowerCase())
      return true
    },
  }
}

/** A fast burn that offers too little, or that Circle does not vouch for, becomes a standard one. Its fee is never more than it offers. */
function price(
  message: string,
  domain: number,
  { noAllowance, rates }: { readonly noAllowance: boolean; readonly rates: AttestedFees },
) {
  const [amount, maxFee] = [BigInt(readField(message, 'amount')), BigInt(readField(message, 'maxFee'))]
  const wantsFast = Number(readField(message, 'minFinalityThreshold')) <= FAST && !ONLY_STANDARD.includes(domain)
  const [fast, standard] = [share(amount, rates.fast), share(amount, rates.standard)]
  if (wantsFast && !noAllowance && fast <= maxFee) return { delayReason: null, isFast: true, fee: fast }
  const reason = noAllowance ? 'insufficient_allowance_available' : 'insufficient_fee'
  return { delayReason: wantsFast ? reason : null, isFast: false, fee: standard < maxFee ? standard : maxFee }
}

const PENDING = {
  ...{ message: '0x', attestation: 'PENDING', cctpVersion: 2, status: 'pending_confirmations' },
  decodedMessage: null,
}

type Log = {
  readonly address: string
  readonly topics: string[]
  readonly data: string
  readonly transactionHash: string
}

async function readSent({ rpcUrl }: AttesterChain, hash: string): Promise<Sent[]> {
  const receipt = await callRpc(rpcUrl, 'eth_getTransactionReceipt', [hash])
  const { logs = [], blockNumber = '0x0' } = (receipt ?? {}) as { logs?: Log[]; blockNumber?: string }
  return logs
    .filter(({ address, topics }) => address === CCTP_CONTRACTS.transmitter.toLowerCase() && topics[0] === MESSAGE_SENT)
    .map(({ data }, index) => ({
      message: `0x${data.slice(130, 130 + 2 * Number(`0x${data.slice(66, 130)}`))}`,
      nonce: findNonce(hash, index),
      block: Number(blockNumber),
    }))
}

async function readAllNonces({ rpcUrl }: AttesterChain): Promise<string[]> {
  const filter = { address: CCTP_CONTRACTS.transmitter, topics: [MESSAGE_SENT], fromBlock: '0x0', toBlock: 'latest' }
  const hashes = ((await callRpc(rpcUrl, 'eth_getLogs', [filter])) as Log[]).map((log) => log.transactionHash)
  return hashes.map((hash, index) => findNonce(hash, index - hashes.indexOf(hash)))
}

function findNonce(hash: string, index: number): string {
  return `0x${createHash('sha256').update(`${hash.toLowerCase()}:${index}`).digest('hex')}`
}

async function readFinal({ rpcUrl }: AttesterChain): Promise<number> {
  const block = (await callRpc(rpcUrl, 'eth_getBlockByNumber', ['finalized', false])) as { number: string }
  return Number(block.number)
}

/** Rounded up. `rate`: hundredths of a percent, with up to four digits behind the point */
function share(amount: bigint, rate: number): bigint {
  const whole = 100_000_000n
  return (amount * BigInt(Math.round(rate * 10_000)) + whole - 1n) / whole
}

const HEAD: readonly Field[] = ['sender', 'recipient', 'destinationCaller']
const BODY: readonly Field[] = ['burnToken', 'mintRecipient', 'messageSender']

function decode(message: string): object {
  const number = (field: Field) => BigInt(readField(message, field)).toString()
  const address = (field: Field) => [field, `0x${readField(message, field).slice(26)}`]
  return {
    sourceDomain: number('sourceDomain'),
    destinationDomain: number('destinationDomain'),
    nonce: readField(message, 'nonce'),
    ...Object.fromEntries(HEAD.map(address)),
    minFinalityThreshold: number('minFinalityThreshold'),
    finalityThresholdExecuted: number('finalityThresholdExecuted'),
    messageBody: `0x${message.slice(2 + 148 * 2)}`,
    decodedMessageBody: {
      ...Object.fromEntries(BODY.map(address)),
      amount: number('amount'),
      maxFee: number('maxFee'),
      feeExecuted: number('feeExecuted'),
      expirationBlock: number('expirationBlock'),
      hookData: null,
    },
  }
}
