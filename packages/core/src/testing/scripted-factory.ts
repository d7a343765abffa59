import {
  DETERMINISTIC_DEPLOYER,
  decodeSweepCalldata,
  depositAddress,
  EVENT_TOPICS,
  FACTORY_ADDRESS,
  FACTORY_CODE,
  FACTORY_DEPLOYMENT,
} from '@crypto-checkout/contracts'
import { TEST_TOKEN } from './index.ts'
import type { ScriptedNode } from './scripted-node.ts'
import type { ScriptedEffect } from './scripted-pool.ts'

const DEPLOYER = DETERMINISTIC_DEPLOYER.toLowerCase()
const FACTORY = FACTORY_ADDRESS.toLowerCase()
const GAS_A_DEPOSIT = 60_000n
/** The selector of ERC-20's `balanceOf`. */
const BALANCE_OF = '0x70a08231'

/**
 * Adds the contract of deposits to a scripted chain, with the real one's behaviour. It can be deployed, and sweeps what
 * the chain's own transfers brought of these tokens. Deposits, recipients and tokens in `blocked` (lower case) move
 * nothing. `destroy` removes an account's coins without a transfer, as USDT's issuer can.
 */
export function scriptFactory(node: ScriptedNode, tokens: readonly string[] = [TEST_TOKEN]) {
  const blocked = new Set<string>()
  const destroyed = new Map<string, bigint>()
  node.codeOf = (address, blocks) => {
    if (address.toLowerCase() === DEPLOYER) return '0x60'
    const deployed = blocks.some((block) =>
      block.transactions.some(({ to, data }) => to === DEPLOYER && data === FACTORY_DEPLOYMENT.data),
    )
    return address.toLowerCase() === FACTORY && deployed ? FACTORY_CODE : '0x'
  }
  const held = (token: string, account: string) =>
    node.transfers().reduce(
      (sum, { token: of, from, to, rawAmount }) => {
        if (of.toLowerCase() !== token) return sum
        if (to.toLowerCase() === account) return sum + rawAmount
        return from.toLowerCase() === account ? sum - rawAmount : sum
      },
      -(destroyed.get(`${token} ${account}`) ?? 0n),
    )
  /** The holdings of a call's deposits, and whether they would move. */
  const planOf = (data: string) =>
    (decodeSweepCalldata(data) ?? []).flatMap(({ recipient, token, salts }) =>
      salts.map((salt) => {
        const places = [depositAddress(recipient, salt), recipient, token].map((one) => one.toLowerCase())
        const [deposit = '', to = '', coin = ''] = places
        return { deposit, to, token: coin, amount: held(coin, deposit), moves: !places.some((one) => blocked.has(one)) }
      }),
    )
  const sweep = (data: string): ScriptedEffect => {
    const plan = planOf(data)
    const full = plan.filter(({ amount }) => amount > 0n)
    return {
      gasUsed: 21_000n + GAS_A_DEPOSIT * BigInt(plan.length),
      transfers: full
        .filter(({ moves }) => moves)
        .map(({ deposit, to, token, amount }) => ({ token, from: deposit, to, rawAmount: amount })),
      logs: full.map(({ deposit, token, amount, moves }) => ({
        address: FACTORY,
        topics: [moves ? EVENT_TOPICS.swept : EVENT_TOPICS.notSwept, word(deposit)],
        data: `${word(token)}${numberWord(amount)}`,
      })),
    }
  }
  // A call without a transaction returns the amounts of its single group.
  node.contracts.set(FACTORY, (data) => {
    const amounts = planOf(data).map(({ amount, moves }) => (moves ? amount : 0n))
    return `0x${[0x20n, 1n, 0x20n, BigInt(amounts.length), ...amounts].map(numberWord).join('')}`
  })
  for (const token of tokens.map((one) => one.toLowerCase())) {
    node.contracts.set(token, (data) =>
      data.startsWith(BALANCE_OF) ? `0x${numberWord(held(token, `0x${data.slice(34)}`))}` : null,
    )
  }
  node.pool.effect = ({ to, data }) => (to === FACTORY && node.codeOf(FACTORY, node.blocks) !== '0x' ? sweep(data) : {})
  const heldBy = (token: string, account: string) => held(token.toLowerCase(), account.toLowerCase())
  const destroy = (token: string, account: string): void => {
    const place = `${token} ${account}`.toLowerCase()
    destroyed.set(place, (destroyed.get(place) ?? 0n) + heldBy(token, account))
  }
  return { blocked, held: heldBy, destroy }
}

function word(hex: string): string {
  return `0x${hex.slice(2).padStart(64, '0')}`
}

function numberWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
