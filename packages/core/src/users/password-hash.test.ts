import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { PASSWORD_COST } from '../app/context.ts'
import { createHasher } from './password-hash.ts'

const cheap = createHasher({ ln: 4, r: 8, p: 1 })
const find = (hash: string | null) => async () => hash

test('a hash has its cost and a salt of its own, and knows its password only', async () => {
  const hasher = createHasher(PASSWORD_COST)
  const [one, other] = await Promise.all([hasher.hash('wyvern gluten'), hasher.hash('wyvern gluten')])
  expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/)
  expect(other).not.toBe(one)
  expect(await hasher.verify('wyvern gluten', find(one), 'known')).toBe(one)
  expect(await hasher.verify('wyvern Gluten', find(one), 'known')).toBeNull()
  expect(hasher.isOutdated(one)).toBe(false)
  expect(cheap.isOutdated(one)).toBe(true)
})

test('without a hash no password is right', async () => {
  for (const password of ['', 'wyvern gluten']) expect(await cheap.verify(password, find(null), 'stranger')).toBeNull()
})

test('without a hash it takes as much work as with another password, so that nobody learns which addresses have one', async () => {
  const hasher = createHasher(PASSWORD_COST)
  const hash = await hasher.hash('another gluten')
  const derive = crypto.scrypt
  const work: unknown[] = []
  const counted = (...[password, salt, length, options, done]: Parameters<typeof derive>) => {
    work.push({ salt: Buffer.byteLength(salt as Buffer), length, options })
    derive(password, salt, length, options, done)
  }
  replaceScrypt(counted as typeof derive)
  onTestFinished(() => replaceScrypt(derive))
  for (const known of [hash, null]) await hasher.verify('wyvern gluten', find(known), 'stranger')
  expect(work).toHaveLength(2)
  expect(work[1]).toEqual(work[0])
})

/** Those who import it by name see it, too. */
function replaceScrypt(scrypt: typeof crypto.scrypt): void {
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}

test('letters count the same however a keyboard composes them', async () => {
  const hash = await cheap.hash('Zo\u00eb und der B\u00e4r')
  expect(await cheap.verify('Zoe\u0308 und der Ba\u0308r', find(hash), 'known')).toBe(hash)
})

test('two run at once, twenty of a kind wait, and more are refused', async () => {
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => cheap.hash('wyvern gluten')))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } })
  const hash = await cheap.hash('wyvern gluten')
  expect(await cheap.verify('wyvern gluten', find(hash), 'known')).toBe(hash)
})

test('known people go first, and strangers do not fill their line', async () => {
  const hash = await cheap.hash('wyvern gluten')
  // Two run at once, and either may be overtaken: what counts is who is served first.
  const served: string[] = []
  const derive = crypto.scrypt
  const recorded = (...[password, salt, length, options, done]: Parameters<typeof derive>) => {
    served.push(String(password))
    derive(password, salt, length, options, done)
  }
  replaceScrypt(recorded as typeof derive)
  onTestFinished(() => replaceScrypt(derive))
  const done: string[] = []
  const verify = (waiting: 'known' | 'stranger') =>
    cheap.verify(waiting, find(hash), waiting).then(
      () => done.push(waiting),
      () => done.push('refused'),
    )
  await Promise.all([...Array.from({ length: 30 }, () => verify('stranger')), verify('known'), verify('known')])
  expect(done.filter((one) => one === 'known')).toHaveLength(2)
  expect(done.filter((one) => one === 'refused')).toHaveLength(8)
  // Two strangers were being served already.
  expect(served.lastIndexOf('known')).toBe(3)
})
