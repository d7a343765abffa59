import { expect, onTestFinished, test } from 'vitest'
import { createHostOptions, createQuietNode } from '../testing/host-client.ts'
import { serveNode } from '../testing/serve-node.ts'
import { createCheckout } from './checkout.ts'

async function openOn(nodeUrl: string) {
  const checkout = createCheckout(createHostOptions('https://shop.example.com', nodeUrl))
  onTestFinished(() => checkout.stop())
  await checkout.ready()
  return checkout
}

test('a checkout whose database and nodes can be used is found to be in order', async () => {
  const node = await serveNode(createQuietNode())
  onTestFinished(node.close)
  const { ok, database, networks, nodes, advice } = await (await openOn(node.url)).doctor()
  expect([ok, database]).toEqual([true, { ok: true, merchants: 1 }])
  expect(networks.map(({ where }) => where)).toEqual(['sandbox ethereum'])
  expect(nodes).toEqual([{ where: 'sandbox ethereum', url: `${node.url}/`, findings: expect.any(Array) }])
  expect(nodes[0]?.findings.every((finding) => finding.ok)).toBe(true)
  expect(advice).toEqual([{ where: 'sandbox ethereum', text: expect.stringContaining('"collection": "deposit"') }])
})

test('a node that does not answer fails the check, and is named', async () => {
  const diagnosis = await (await openOn('http://127.0.0.1:1')).doctor()
  expect(diagnosis.ok).toBe(false)
  expect(diagnosis.nodes[0]?.findings).toContainEqual({ ok: false, text: expect.stringContaining('cannot be reached') })
})

test('a database that cannot be used is a finding, and the nodes are asked all the same', async () => {
  const node = await serveNode(createQuietNode())
  onTestFinished(node.close)
  const checkout = await openOn(node.url)
  await checkout.context.db.schema
    .dropTable('merchants')
    .execute()
    .catch(() => checkout.stop())
  const { ok, database, nodes } = await checkout.doctor()
  expect([ok, database]).toEqual([false, { ok: false, problem: expect.any(String) }])
  expect(nodes).toHaveLength(1)
})
