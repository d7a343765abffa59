import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { planDevnet } from './plan.ts'

function readPorts(dataDir?: string): Record<string, number> {
  const { networks } = planDevnet({ dataDir })
  return Object.fromEntries(Object.entries(networks).map(([name, { rpcUrl }]) => [name, Number(new URL(rpcUrl).port)]))
}

/** A folder whose networks had these ports. */
function keepPorts(ports: Readonly<Record<string, number>>): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'planned-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  for (const [name, port] of Object.entries(ports)) {
    mkdirSync(join(dataDir, name))
    writeFileSync(join(dataDir, name, 'network.json'), JSON.stringify({ port }))
  }
  return dataDir
}

test('no port may be taken by an outgoing connection before its network starts', () => {
  const ports = Array.from({ length: 20 }, () => Object.values(readPorts()))
  for (const three of ports) expect(new Set(three).size).toBe(3)
  // Linux gives outgoing connections ports from 32,768 on, other systems from 49,152 on.
  expect(ports.flat().filter((port) => port < 10_000 || port > 32_767)).toEqual([])
})

test('networks get their last ports again, unless another program has one', async () => {
  const last = readPorts()
  expect(readPorts(keepPorts(last))).toEqual(last)

  const other = createServer().listen(last.polygon, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { polygon, ...others } = readPorts(keepPorts(last))
  expect(polygon).not.toBe(last.polygon)
  expect(others).toEqual({ ethereum: last.ethereum, stellar: last.stellar })
})

test('two networks that had the same port get two', () => {
  const { stellar = 0 } = readPorts()
  const { ethereum, polygon } = readPorts(keepPorts({ ethereum: stellar, polygon: stellar }))
  expect(ethereum).toBe(stellar)
  expect(polygon).not.toBe(stellar)
})
