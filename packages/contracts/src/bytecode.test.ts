import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Interface, type InterfaceAbi } from 'ethers/abi'
import { getCreate2Address } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'
import { expect, test } from 'vitest'
import {
  CONVERTER_ABI,
  CONVERTER_ACCOUNT_HASH,
  CONVERTER_ADDRESS,
  CONVERTER_CODE,
  CONVERTER_DEPLOYMENT,
  CONVERTER_TOPICS,
  convertCalldata,
  DEPOSIT_CODE,
  DEPOSIT_CODE_HASH,
  DETERMINISTIC_DEPLOYER,
  EVENT_TOPICS,
  FACTORY_ABI,
  FACTORY_ADDRESS,
  FACTORY_CODE,
  FACTORY_DEPLOYMENT,
  releaseCalldata,
  sweepCalldata,
} from './index.ts'

/** Of another contract, or of the caller */
const foreign = { CALLCODE: 0xf2, DELEGATECALL: 0xf4, SELFDESTRUCT: 0xff, ORIGIN: 0x32 }
const newerThanLondon = { BLOBHASH: 0x49, BLOBBASEFEE: 0x4a, TLOAD: 0x5c, TSTORE: 0x5d, MCOPY: 0x5e, PUSH0: 0x5f }
const ACCOUNT_CODE = DEPOSIT_CODE.replace(
  FACTORY_ADDRESS.slice(2).toLowerCase(),
  CONVERTER_ADDRESS.slice(2).toLowerCase(),
)

test('the compiled contracts are those of the sources, byte for byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contracts-'))
  const script = join(import.meta.dirname, '../scripts/compile-contracts.ts')
  await promisify(execFile)(process.execPath, [script, join(folder, 'contracts.json')])
  const compiled = await readFile(join(folder, 'contracts.json'), 'utf8')
  expect(compiled).toBe(await readFile(join(import.meta.dirname, 'contracts.json'), 'utf8'))
  await rm(folder, { recursive: true })
})

test.each([
  ['factory', FACTORY_ADDRESS, FACTORY_DEPLOYMENT],
  ['converter', CONVERTER_ADDRESS, CONVERTER_DEPLOYMENT],
])('the address of the %s follows from the deterministic deployer and its bytecode', (_, address, { to, data }) => {
  const [salt, initCode] = [data.slice(0, 66), `0x${data.slice(66)}`]
  expect(to).toBe(DETERMINISTIC_DEPLOYER)
  expect(getCreate2Address(DETERMINISTIC_DEPLOYER, salt, keccak256(initCode))).toBe(address)
})

test.each([
  ['a deposit', DEPOSIT_CODE, DEPOSIT_CODE_HASH],
  ['a converter’s account', ACCOUNT_CODE, CONVERTER_ACCOUNT_HASH],
])('the hash that the address of %s follows from is that of what creates its code', (_, code, hash) => {
  // PUSH1 size DUP1 PUSH1 9 RETURNDATASIZE CODECOPY RETURNDATASIZE RETURN, then the code
  const size = ((code.length - 2) / 2).toString(16)
  expect(keccak256(`0x60${size}8060093d393df3${code.slice(2)}`)).toBe(hash)
})

test('events and calls are those of the interface', () => {
  const abi = new Interface(FACTORY_ABI as InterfaceAbi)
  expect(EVENT_TOPICS).toEqual({
    swept: abi.getEvent('Swept')?.topicHash,
    notSwept: abi.getEvent('NotSwept')?.topicHash,
  })
  const [recipient, token] = [DETERMINISTIC_DEPLOYER, FACTORY_ADDRESS]
  const [one, two, three] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(64)}`) as [string, string, string]
  const groups = [
    { recipient, token, salts: [one, two] },
    { recipient: token, token: recipient, salts: [] },
    { recipient, token, salts: [three] },
  ]
  expect(sweepCalldata(groups, 77n)).toBe(abi.encodeFunctionData('sweep', [groups, 77n]))
  expect(sweepCalldata([])).toBe(abi.encodeFunctionData('sweep', [[], 200_000n]))
})

test('events and calls of the converter are those of its interface', () => {
  const abi = new Interface(CONVERTER_ABI as InterfaceAbi)
  expect(CONVERTER_TOPICS).toEqual({
    converted: abi.getEvent('Converted')?.topicHash,
    released: abi.getEvent('Released')?.topicHash,
    announced: abi.getEvent('Announced')?.topicHash,
  })
  const [wallet, token, messenger, recipient] = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}`) as Four
  const terms = {
    wallet,
    token,
    messenger,
    recipient,
    destination: 'base',
    minimum: 8n,
    leastMillionths: 5,
    maxFee: 9n,
    finality: 'fast',
  } as const
  const encoded = [wallet, token, messenger, 6, `0x${'0'.repeat(24)}${recipient.slice(2)}`, 8n, 5, 9n, 1000]
  expect(convertCalldata(terms)).toBe(abi.encodeFunctionData('convert', [encoded]))
  expect(releaseCalldata(terms, recipient)).toBe(abi.encodeFunctionData('release', [encoded, recipient]))
})

type Four = [string, string, string, string]

test('the converter delegates nothing, cannot be destroyed, has no owner and is as old as London', () => {
  const opcodes = opcodesOf(CONVERTER_CODE)
  for (const [name, opcode] of Object.entries({ ...foreign, ...newerThanLondon }))
    expect(opcodes.has(opcode), name).toBe(false)
})

test.each([
  ['factory', FACTORY_CODE],
  ['deposit', DEPOSIT_CODE],
])('the code of the %s has no storage, delegates nothing, cannot be destroyed and is as old as London', (_, code) => {
  const opcodes = opcodesOf(code)
  const storage = { SLOAD: 0x54, SSTORE: 0x55 }
  for (const [name, opcode] of Object.entries({ ...storage, ...foreign, ...newerThanLondon })) {
    expect(opcodes.has(opcode), name).toBe(false)
  }
  // The only call
  expect(opcodes.has(0xf1)).toBe(true)
})

test('no code asks for the chain: money that was sent on the wrong one is in the same place', () => {
  for (const code of [FACTORY_CODE, DEPOSIT_CODE, CONVERTER_CODE]) expect(opcodesOf(code).has(0x46)).toBe(false)
})

function opcodesOf(code: string): Set<number> {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<number>()
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    found.add(opcode)
    // PUSH1 to PUSH32 are followed by data, not code.
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return found
}
