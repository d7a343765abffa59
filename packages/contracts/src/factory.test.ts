import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DETERMINISTIC_DEPLOYER,
  FACTORY_ADDRESS,
  FACTORY_CODE,
  FACTORY_DEPLOYMENT,
  FACTORY_GAS,
  factoryState,
} from './factory.ts'
import { Chain, STRANGER } from './testing/chain.ts'

let chain: Chain

beforeAll(async () => {
  chain = await Chain.start()
})

afterAll(async () => {
  await chain.stop()
})

const state = () => factoryState((address) => chain.code(address))
const setCode = (address: string, code: string) => chain.rpc('anvil_setCode', address, code)

/** Restores the state before the deployment. */
async function forgetFactory(): Promise<void> {
  await setCode(FACTORY_ADDRESS, '0x')
  await chain.rpc('anvil_setNonce', FACTORY_ADDRESS, '0x0')
}

test('anybody deploys the factory, once, to the address that is known before', async () => {
  await forgetFactory()
  expect(await state()).toBe('deployable')
  const receipt = await chain.send({ from: STRANGER, ...FACTORY_DEPLOYMENT, gas: FACTORY_GAS })
  expect(receipt.status).toBe('0x1')
  expect(await chain.code(FACTORY_ADDRESS)).toBe(FACTORY_CODE)
  expect(await state()).toBe('deployed')
  await chain.send({ from: STRANGER, ...FACTORY_DEPLOYMENT, gas: FACTORY_GAS })
  expect(await chain.code(FACTORY_ADDRESS)).toBe(FACTORY_CODE)
})

test('a chain with other code there, or without the deployer, is told apart', async () => {
  await setCode(FACTORY_ADDRESS, '0x00')
  expect(await state()).toBe('foreign_code')
  await forgetFactory()
  const deployer = await chain.code(DETERMINISTIC_DEPLOYER)
  await setCode(DETERMINISTIC_DEPLOYER, '0x')
  expect(await state()).toBe('no_deployer')
  await setCode(DETERMINISTIC_DEPLOYER, deployer)
  expect(await state()).toBe('deployable')
})

test('the local Ethereum and the local Polygon have it from the start, at the same address', async () => {
  const devnet = await startDevnet({ blockTimeMs: 0 })
  for (const network of Object.values(devnet.networks)) {
    expect(await callRpc(network, 'eth_getCode', [FACTORY_ADDRESS, 'latest'])).toBe(FACTORY_CODE)
  }
  await devnet.stop()
})
