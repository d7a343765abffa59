/** Findings of `doctor` as text, and checks of the keys that send. */
import { floorToMillionths, formatAmount, max, min } from '../domain/money.ts'
import { formatRate } from '../domain/rate.ts'
import { AttesterError, readFees } from '../outbound/attester.ts'
import { exchangeHttp } from '../outbound/http-exchange.ts'
import { type Cctp, formatNativeAmount, getNativeSymbol, type Network } from './network.ts'
import type { FeeBudget, Sponsor } from './sponsor.ts'
import type { ContractState, Converting, MarketFees, Sending, Signer, Sweeping, Transactor } from './transactor.ts'

/** The gas that a transaction with many parts may need. */
const GAS_OF_A_SEND = 500_000n
const ENOUGH_SENDS = 10n

export type KeyFindings = { readonly where: string; readonly address: string; readonly findings: readonly Finding[] }

/** Checks each key that sends a network's transactions: where it is stored, and for how many more it can pay. */
export async function inspectSending(network: Network): Promise<KeyFindings[]> {
  const { sending } = network
  const { transactor, sponsor } = network.chain
  if (sponsor) return [await inspectSponsor(network, sponsor)]
  if (!sending || !transactor) return []
  const kept = sending.warnings.map((text): Finding => ({ ok: true, warning: true, text }))
  return Promise.all(
    sending.signers.map(async (signer) => {
      const findings = [
        ...kept,
        await inspectBalance(network, { sending, transactor, signer }),
        ...explainBound(network),
      ]
      if (signer === sending.refunds?.signer) findings.push(...(await inspectCoins(network, signer)))
      if (network.deposits && signer === sending.gas)
        findings.push(await inspectFactory(transactor.sweeping), ...(await inspectConverting(network, transactor)))
      return { where: `${network.environment} ${network.name}`, address: signer.address, findings }
    }),
  )
}

/** For how many x402 payments the account on Stellar can pay at the highest fee that is allowed. */
async function inspectSponsor({ environment, name }: Network, sponsor: Sponsor): Promise<KeyFindings> {
  const { account, budget, warnings } = sponsor
  const kept = warnings.map((text): Finding => ({ ok: true, warning: true, text }))
  return { where: `${environment} ${name}`, address: account, findings: [...kept, await inspectFees(sponsor, budget)] }
}

async function inspectFees({ account, available }: Sponsor, { maxFeePerPayment }: FeeBudget): Promise<Finding> {
  try {
    const left = await available()
    const topUp = `send some XLM to ${account}`
    if (left === null) return { ok: false, text: `does not exist: no program can pay, ${topUp}` }
    const count = left > 0n ? left / maxFeePerPayment : 0n
    const has = `has ${Number(left > 0n ? left : 0n) / 1e7} XLM for fees`
    if (count < 1n) return { ok: false, text: `${has}: no program can pay, ${topUp}` }
    const said = `${has}, enough for ${count} payments at maxFeePerPayment`
    if (count < ENOUGH_SENDS) return { ok: true, warning: true, text: `${said}: ${topUp} soon` }
    return { ok: true, text: said }
  } catch (error) {
    return { ok: false, text: `its balance could not be read: ${describeReason(error)}` }
  }
}

type Subject = { readonly sending: Sending; readonly transactor: Transactor; readonly signer: Signer }

async function inspectBalance(network: Network, { sending, transactor, signer }: Subject): Promise<Finding> {
  try {
    const balance = await transactor.balance(signer.address)
    const cost = GAS_OF_A_SEND * computePrice(await transactor.fees(), sending)
    const has = `has ${formatNativeAmount(network, balance)} for gas`
    const topUp = `send some ${getNativeSymbol(network)} to ${signer.address}`
    if (balance < cost) return { ok: false, text: `${has}: nothing can be sent, ${topUp}` }
    const said = `${has}, at today's price enough for ${balance / cost} transactions of ${GAS_OF_A_SEND} gas`
    if (balance < ENOUGH_SENDS * cost) return { ok: true, warning: true, text: `${said}: ${topUp} soon` }
    return { ok: true, text: said }
  } catch (error) {
    return { ok: false, text: `its balance could not be read: ${describeReason(error)}` }
  }
}

/**
 * Tells whether a key may pay more for gas than its transactions move. No finding for local networks without a price.
 */
function explainBound(network: Network): Finding[] {
  const { nativePrice, sending, local } = network
  const symbol = getNativeSymbol(network)
  const more = 'may pay more for gas than what a transaction moves'
  if (sending?.feesAboveValue) return [{ ok: true, text: `${more} (feesAboveValue)` }]
  if (nativePrice === null) {
    const text = `${more}, because nothing says what ${symbol} is worth: set nativeUsd`
    return local ? [] : [{ ok: true, warning: true, text }]
  }
  const price =
    typeof nativePrice === 'bigint'
      ? `${formatRate(nativePrice)} USD (nativeUsd)`
      : `the price of the feed at ${nativePrice.address}`
  return [{ ok: true, text: `pays no more for gas than what a transaction moves, with ${symbol} at ${price}` }]
}

/** Inspects the coins that a key has to pay refunds with, one by one. */
async function inspectCoins({ tokens, chain }: Network, { address }: Signer): Promise<Finding[]> {
  const { authorizations } = chain
  if (!authorizations) return []
  return Promise.all(
    tokens.map(async ({ coin, address: token, decimals }): Promise<Finding> => {
      try {
        const held = floorToMillionths(await authorizations.balance(token, address), decimals)
        const text = `has ${formatAmount(held)} ${coin} for refunds`
        if (held > 0n) return { ok: true, text }
        return { ok: true, warning: true, text: `${text}: none in ${coin} can be paid, send some to ${address}` }
      } catch (error) {
        return { ok: false, text: `what it has of ${coin} could not be read: ${describeReason(error)}` }
      }
    }),
  )
}

function computePrice({ baseFee, priorityFee }: MarketFees, { minPriorityFee, maxPriorityFee }: Sending): bigint {
  return baseFee + max(min(priorityFee, maxPriorityFee), minPriorityFee)
}

async function inspectFactory(sweeping: Sweeping): Promise<Finding> {
  try {
    const state = await sweeping.factoryState('latest')
    const text = explainFactory(state, sweeping.factory)
    if (state === 'deployable') return { ok: true, warning: true, text }
    return { ok: state === 'deployed', text }
  } catch (error) {
    return { ok: false, text: `whether deposits can be swept could not be read: ${describeReason(error)}` }
  }
}

/** Checks the converter's contract, and whether Circle's attester answers. No finding for a network that converts nothing. */
async function inspectConverting({ cctp, conversion }: Network, { converting }: Transactor): Promise<Finding[]> {
  if (!cctp || !conversion) return []
  return [await inspectConverter(converting), await inspectAttester(cctp)]
}

async function inspectConverter({ contract, contractState }: Converting): Promise<Finding> {
  try {
    const state = await contractState('latest')
    const text = explainContract(state, {
      address: contract,
      does: 'converts USDC',
      nothing: 'nothing can be converted',
    })
    if (state === 'deployable') return { ok: true, warning: true, text }
    return { ok: state === 'deployed', text }
  } catch (error) {
    return { ok: false, text: `whether USDC can be converted could not be read: ${describeReason(error)}` }
  }
}

async function inspectAttester({ attester, domain }: Cctp): Promise<Finding> {
  try {
    await readFees({ attester, exchange: exchangeHttp, from: domain, to: domain === 0 ? 6 : 0 })
    return { ok: true, text: `Circle's attester at ${attester} answers` }
  } catch (error) {
    if (!(error instanceof AttesterError)) throw error
    return { ok: false, text: `${error.message} (${attester}). Conversions wait for it` }
  }
}

type OwnContract = {
  readonly address: string
  /** "converts USDC" */
  readonly does: string
  /** "nothing can be converted" */
  readonly nothing: string
}

/** The state of one of the checkout's own contracts, in words for the operator. */
export function explainContract(state: ContractState, { address, does, nothing }: OwnContract): string {
  if (state === 'deployed') return `the contract that ${does} is at ${address}`
  if (state === 'deployable') return `the contract that ${does} is not at ${address} yet: a running server deploys it`
  if (state === 'no_deployer') {
    return `${nothing}: the chain has no deterministic deployer (0x4e59b44847b379578588920cA78FbF26c0B4956C); use collection direct`
  }
  return `${nothing}: the node shows other code at ${address} than the contract's; use another node`
}

/** The state of the contract of deposits, in words for the operator. */
export function explainFactory(state: ContractState, address: string): string {
  return explainContract(state, { address, does: 'sweeps deposits', nothing: 'deposits cannot be swept' })
}

/** One checked item, and what to do if it is not right. */
export type Finding = {
  readonly ok: boolean
  /** It works, but needs attention soon. */
  readonly warning?: true
  readonly text: string
}

/** An age in words. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`
}

/** The reason of a failure, in words. */
export function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}
