/** A local chain with the factory deployed, and the tests' operations on it. */
import { type Coin, type LocalNetwork, type NetworkName, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Interface, type InterfaceAbi } from 'ethers/abi'
import { type Compiled, compileSolidity } from '../../scripts/compile-solidity.ts'
import { decodeSweepLogs, type SweepGroup, type SweepOutcome, sweepCalldata } from '../deposits.ts'
import type { Log } from '../encode.ts'
import { FACTORY_ADDRESS, NATIVE_COIN } from '../factory.ts'

export const ERC20 = new Interface(['function transfer(address to, uint256 amount)'])

/** Unused addresses. */
export const RECIPIENT = '0x000000000000000000000000000000000000a1C3'
export const OTHER_RECIPIENT = '0x000000000000000000000000000000000000B0B5'
export const STRANGER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const MUCH_GAS = 16_000_000

export type Receipt = { status: string; gasUsed: string; contractAddress: string; logs: Log[] }
export type Swept = { readonly outcomes: SweepOutcome[]; readonly receipt: Receipt; readonly gas: number }
/** `owner`: who calls it in tests; the payer, if absent */
export type Contract = { readonly address: string; readonly abi: Interface; readonly owner?: string }
export type Request = { from?: string; to?: string; data?: string; value?: bigint; gas?: number }

export class Chain {
  readonly network: LocalNetwork
  readonly payer: string
  readonly stop: () => Promise<void>
  #salts = 0
  #compiled: ReturnType<typeof compileSolidity> | undefined

  private constructor(network: LocalNetwork, payer: string, stop: () => Promise<void>) {
    this.network = network
    this.payer = payer
    this.stop = stop
  }

  static async start(name: NetworkName = 'polygon'): Promise<Chain> {
    const devnet = await startDevnet({ networks: [name], blockTimeMs: 0 })
    return new Chain(devnet.networks[name], devnet.accounts.payer, () => devnet.stop())
  }

  async rpc(method: string, ...params: unknown[]): Promise<unknown> {
    return await callRpc(this.network, method, params)
  }

  /** Mines a transaction and returns its receipt, also if it was reverted. */
  async send({ from = this.payer, to, data, value = 0n, gas = MUCH_GAS }: Request): Promise<Receipt> {
    const request = { from, to, data, value: hex(value), gas: hex(gas) }
    const hash = await this.rpc('eth_sendTransaction', request)
    await mine(this.network)
    return (await this.rpc('eth_getTransactionReceipt', hash)) as Receipt
  }

  /** Pays an address in a token or, without one, in the chain's native coin. */
  async pay(to: string, amount: bigint, token?: Coin): Promise<void> {
    const paid = token
      ? { to: this.network.coins[token].address, data: ERC20.encodeFunctionData('transfer', [to, amount]) }
      : { to, value: amount }
    if ((await this.send(paid)).status !== '0x1') throw new Error(`could not pay ${to}`)
  }

  async sweep(
    groups: readonly SweepGroup[],
    { from = STRANGER, gas, gasPerCall }: { from?: string; gas?: number; gasPerCall?: bigint } = {},
  ): Promise<Swept> {
    const data = sweepCalldata(groups, gasPerCall)
    const receipt = await this.send({ from, to: FACTORY_ADDRESS, data, ...(gas && { gas }) })
    if (receipt.status !== '0x1') throw new Error('the sweep was reverted')
    return { outcomes: decodeSweepLogs(receipt.logs), receipt, gas: Number(receipt.gasUsed) }
  }

  /** Calls without a transaction; throws if the call is refused. */
  async call(to: string, data: string): Promise<string> {
    return String(await this.rpc('eth_call', { from: STRANGER, to, data }, 'latest'))
  }

  /** In the smallest unit of a token, or of the chain's native coin */
  async balance(owner: string, token: string = NATIVE_COIN): Promise<bigint> {
    if (token === NATIVE_COIN) return BigInt(String(await this.rpc('eth_getBalance', owner, 'latest')))
    return await readBalance(this.network, owner, token)
  }

  async code(address: string): Promise<string> {
    return String(await this.rpc('eth_getCode', address, 'latest'))
  }

  /** Deploys one of the contracts next to this file. */
  async deploy(name: 'HostileToken' | 'HostileModule' | 'Wallet', ...values: unknown[]): Promise<Contract> {
    this.#compiled ??= compileSolidity(import.meta.dirname, { evmVersion: 'cancun' })
    return await this.create(this.#compiled[name], values)
  }

  /** Deploys a compiled contract. `from` becomes its owner. */
  async create(compiled: Compiled | undefined, values: readonly unknown[] = [], from = this.payer): Promise<Contract> {
    const abi = new Interface((compiled?.abi ?? []) as InterfaceAbi)
    const data = (compiled?.bytecode ?? '0x') + abi.encodeDeploy(values).slice(2)
    const { contractAddress } = await this.send({ from, data })
    return { address: contractAddress, abi }
  }

  /** Calls a contract as its owner. */
  async tell({ address, abi, owner = this.payer }: Contract, name: string, ...values: unknown[]): Promise<void> {
    const { status } = await this.send({ from: owner, to: address, data: abi.encodeFunctionData(name, values) })
    if (status !== '0x1') throw new Error(`${name} was reverted`)
  }

  /** A different salt each time */
  salt(): string {
    this.#salts += 1
    return `0x${this.#salts.toString(16).padStart(64, '0')}`
  }
}

/** A call as anvil's tracer shows it */
export type Call = { readonly to: string; readonly gasUsed: string; readonly calls?: readonly Call[] }

/** The calls of a contract within a call, at any depth. */
export function findCalls(call: Call, to: string): Call[] {
  const inner = (call.calls ?? []).flatMap((each) => findCalls(each, to))
  return call.to.toLowerCase() === to.toLowerCase() ? [call, ...inner] : inner
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}
