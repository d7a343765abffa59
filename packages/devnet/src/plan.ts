/** Networks whose description is known before they run, for programs that cannot wait at that point. */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describeStellarNetwork } from '@crypto-checkout/stellar-devnet'
import { MERCHANT, PAYER } from './accounts.ts'
import {
  type DefaultNetworkName,
  type DefaultNetworks,
  defaultNetworks,
  describeNetwork,
  NETWORKS,
} from './networks.ts'
import type { TestPayer } from './payer.ts'
import { type Devnet, startDevnet } from './start.ts'

export type PlannedDevnet = {
  readonly networks: DefaultNetworks
  /** The merchant's wallets: on EVM networks, and on Stellar. Everybody knows their keys. */
  readonly wallets: { readonly evm: string; readonly stellar: string }
  /** Pays once the networks run. */
  readonly payer: TestPayer
  /** @throws as startDevnet does, and if another program has taken a port meanwhile */
  start(): Promise<void>
  stop(): Promise<void>
}

type PlannedName = keyof DefaultNetworks

type PlanOptions = { readonly dataDir?: string | undefined; readonly log?: (line: string) => void }

/**
 * Chooses the ports of a local Stellar, Ethereum and Polygon: the last ones of `dataDir` if they are free, or others. Nothing runs until
 * `start`.
 * @throws in a worker of node:cluster, where ports are not known at once
 */
export function planDevnet({ dataDir, log = () => undefined }: PlanOptions = {}): PlannedDevnet {
  const names: readonly PlannedName[] = [...defaultNetworks, 'stellar']
  const taken: number[] = []
  const choose = (last: number): number => {
    const port = choosePort(last, taken)
    taken.push(port)
    return port
  }
  const lastPort = (name: PlannedName) => (dataDir === undefined ? 0 : readLastPort(join(dataDir, name)))
  const chosen = Object.fromEntries(names.map((name) => [name, choose(lastPort(name))])) as Record<PlannedName, number>
  const ports = { ...chosen, attester: choose(0) }
  const attester = `http://127.0.0.1:${ports.attester}`
  const describe = (name: DefaultNetworkName) =>
    describeNetwork(name, { rpcUrl: `http://127.0.0.1:${ports[name]}`, chainId: NETWORKS[name].chainId, attester })
  const networks = {
    ethereum: describe('ethereum'),
    polygon: describe('polygon'),
    stellar: describeStellarNetwork(ports.stellar),
  }
  let started: Promise<Devnet<PlannedName>> | null = null
  const running = async () => {
    if (started === null) throw new Error('The local networks do not run.')
    return await started
  }
  return {
    networks,
    wallets: { evm: MERCHANT, stellar: networks.stellar.accounts.merchant },
    payer: {
      account: PAYER,
      send: async (transfer) => (await running()).payer.send(transfer),
      reorganise: async (network, depth) => (await running()).payer.reorganise(network, depth),
      sendAndTakeBack: async (transfer, seen) => (await running()).payer.sendAndTakeBack(transfer, seen),
    },
    async start() {
      started ??= startDevnet({ networks: names, ports, log, ...(dataDir === undefined ? {} : { dataDir }) })
      const devnet = await started
      const moved: string[] = names.filter((name) => devnet.networks[name].rpcUrl !== networks[name].rpcUrl)
      if (devnet.attester.url !== attester) moved.push('attester')
      if (moved.length === 0) return
      await devnet.stop()
      throw new Error(`Another program has taken the port of the local ${moved.join(' and ')}: start again.`)
    },
    async stop() {
      const devnet = await started?.catch(() => null)
      await devnet?.stop()
    },
  }
}

/**
 * Systems take ports of outgoing connections from above these, Linux from 32,768 on. A port from there may be taken before
 * its network starts.
 */
const PORTS = { first: 20_000, last: 31_999 }
const ATTEMPTS = 20

/** The given port if it is free, or another one. */
function choosePort(wanted: number, taken: readonly number[]): number {
  const others = Array.from({ length: ATTEMPTS }, () => randomInt(PORTS.first, PORTS.last + 1))
  const port = [wanted, ...others].find((one) => one > 0 && !taken.includes(one) && isFree(one))
  if (port !== undefined) return port
  throw new Error('The local networks cannot choose ports here: start them in the primary process of a cluster only.')
}

/** A listener without a host has its port at once, and no address if the port is taken. */
function isFree(port: number): boolean {
  const server = createServer()
  server.on('error', () => undefined)
  server.listen({ port, exclusive: true })
  const address = server.address()
  server.close()
  return address !== null
}

function readLastPort(folder: string): number {
  try {
    const { port } = JSON.parse(readFileSync(join(folder, 'network.json'), 'utf8')) as { port?: number }
    return Number.isSafeInteger(port) ? Number(port) : 0
  } catch {
    // There was none before.
    return 0
  }
}
