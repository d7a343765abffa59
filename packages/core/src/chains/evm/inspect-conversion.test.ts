import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../app/config.ts'
import { openNetworks } from '../../app/networks.ts'
import { ScriptedNode } from '../../testing/scripted-node.ts'
import { type Finding, inspectSending } from '../inspect-sending.ts'
import type { Network } from '../network.ts'
import type { Rpc } from '../rpc.ts'
import { inspectConversion } from './inspect-conversion.ts'

const KEY_ENV = 'TEST_INSPECT_CONVERSION_KEY'
const USDC = '3c499c542cEF5E3811e1192ce70d8cC03d5c3359'.toLowerCase()
const MINTER = 'fd78ee919681417d192449715b2594ab58f5d002'
const number = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`

/** Circle's contracts by their calls: what each answers, `0x` if it is not there */
const CIRCLE = {
  '0x8d3638f4': number(7),
  '0xa82f2e26': number(2),
  '0xcb75c11c': `0x${MINTER.padStart(64, '0')}`,
  [`0xa56ec632${USDC.padStart(64, '0')}`]: number(10n ** 13n),
  '0x24ec7590': '0x',
}
const [DOMAIN, THRESHOLD, LOCAL_MINTER, LIMIT = '', MIN_FEE] = Object.keys(CIRCLE) as string[]

beforeAll(() => {
  process.env[KEY_ENV] = `0x${'4d'.repeat(32)}`
})

afterAll(() => {
  delete process.env[KEY_ENV]
})

function openPolygon(fields: object = {}, node?: ScriptedNode): Network {
  const sweeping = { collection: 'deposit', gasKey: { env: KEY_ENV }, conversion: 'unaudited' }
  const polygon = { rpcUrls: ['http://node'], ...sweeping, ...fields }
  const reach = node ? { connect: () => node.rpc } : {}
  const [network] = openNetworks(parseConfig({ production: { networks: { polygon } } }), () => 0, reach)
  if (!network) throw new Error('no network')
  return network
}

async function inspect(changes: Readonly<Record<string, string>> = {}, network = openPolygon()): Promise<Finding[]> {
  const answers: Readonly<Record<string, string>> = { ...CIRCLE, ...changes }
  const rpc: Rpc = async (_, [asked]) => answers[(asked as { data: string }).data.toLowerCase()] ?? '0x'
  return await inspectConversion(network, rpc)
}

test('where burns can be made, one line says so, with the fee that Circle takes of each', async () => {
  const text = 'USDC can be burned for other networks (CCTP domain 7)'
  expect(await inspect()).toEqual([{ ok: true, text }])
  expect(await inspect({ [MIN_FEE ?? '']: number(1_400) })).toEqual([
    { ok: true, text: `${text}, and Circle takes at least 0.014 % of it` },
  ])
})

test.each([
  ['no transmitter', { [DOMAIN ?? '']: '0x' }, /MessageTransmitterV2 is not at 0x81D4.*: correct cctp.transmitter/],
  ['no messenger', { [LOCAL_MINTER ?? '']: '0x' }, /TokenMessengerV2 is not at 0x28b5.*: correct cctp.messenger/],
  ['another domain', { [DOMAIN ?? '']: number(3) }, /are those of domain 3, not 7: correct cctp/],
  ['one attester', { [THRESHOLD ?? '']: number(1) }, /signed by 1 of Circle's attesters, and 2 are needed/],
  ['no burns of the coin', { [LIMIT]: number(0) }, /does not burn USDC at 0x3c49.*waits until it does/],
  ['no minter', { [LIMIT]: '0x' }, /does not burn USDC/],
  ['other words', { [DOMAIN ?? '']: '0x1234' }, /contracts could not be read: .* answers no number/],
])('%s fails where conversion is switched on, and is not asked about elsewhere', async (_, changes, text) => {
  expect(await inspect(changes)).toEqual([{ ok: false, text: expect.stringMatching(text) }])
  expect(await inspect(changes, openPolygon({ conversion: undefined }))).toEqual([])
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  [200, true, /^Circle's attester at http:\/\/127.0.0.1:\d+ answers$/],
  [503, false, /^Circle's attester: it answered 503 \(http.*\)\. Conversions wait for it$/],
])('an attester that answers %i is a finding of the key that pays gas', async (status, isWell, text) => {
  const attester = await serve((_, response) => {
    response.writeHead(status).end('[{"finalityThreshold":2000,"minimumFee":0}]')
  })
  const { cctp } = openPolygon()
  const network = openPolygon({ cctp: { ...cctp, attester } }, new ScriptedNode({ chainId: 137, startTime: 0 }))
  const read = async (one: Network) => {
    const [key] = await inspectSending(one)
    return key?.findings.find((finding) => text.test(finding.text))
  }
  expect(await read(network)).toMatchObject({ ok: isWell })
  expect(await read({ ...network, conversion: false })).toBeUndefined()
})
