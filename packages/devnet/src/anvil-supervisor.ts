/**
 * A separate process that owns the anvils of a devnet, so that none outlives the server. Its standard input is a pipe
 * from the server. When the pipe closes, because the server stopped, crashed or was killed, the supervisor saves every
 * chain, ends every anvil and exits. A chain that fails ends alone, with a last message; the others go on.
 */
import { createInterface } from 'node:readline'
import type { NetworkName } from './networks.ts'
import { type ChainPipe, superviseChain } from './supervise-chain.ts'
import type { ChainRequest, SupervisorMessage, SupervisorOptions, SupervisorRequest } from './supervisor-options.ts'

const requests = createInterface({ input: process.stdin })
const release = new AbortController()
requests.on('close', () => release.abort())
process.stdin.on('error', () => release.abort())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => release.abort())
// Nobody is listening once the server is gone.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const handlers = new Map<NetworkName, (request: ChainRequest) => void>()
requests.on('line', (line) => {
  const request = JSON.parse(line) as SupervisorRequest
  handlers.get(request.chain)?.(request)
})

const chains = JSON.parse(process.argv[2] ?? '[]') as SupervisorOptions
await Promise.all(chains.map((chain) => superviseChain(chain, createPipe(chain.name), release.signal)))
process.exit(0)

/** One chain's share of the pipe to the server */
function createPipe(chain: NetworkName): ChainPipe {
  return {
    send: (message) => send({ ...message, chain }),
    receive: (handle) => void handlers.set(chain, handle),
  }
}

function send(message: SupervisorMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
