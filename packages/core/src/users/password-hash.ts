import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordCost } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32
/** Memory and processors that sign-ins may take from payments. */
const AT_ONCE = 2
/** Of each kind. */
const MOST_WAITING = 20

/**
 * The kinds of callers that wait for a hash. Known ones have a session, a link, or a browser in which they have signed
 * in. They go first and wait in a line of their own, so that strangers who try passwords keep nobody else out.
 */
type Waiting = 'known' | 'stranger'

/** Hashes passwords, a few at a time. */
export type Hasher = {
  /** `$scrypt$ln=14,r=8,p=5$salt$hash`, base64, for somebody known. Throws `rate_limited` when too many wait. */
  hash(password: string): Promise<string>
  /**
   * Finds the hash once it has its turn, and returns it if the password has it; null otherwise. Takes as long without a hash
   * as with a wrong password. Throws `rate_limited`.
   */
  verify(password: string, find: () => Promise<string | null>, waiting: Waiting): Promise<string | null>
  /** Tells whether a hash was made at another cost than today's. */
  isOutdated(hash: string): boolean
}

export function createHasher(cost: PasswordCost): Hasher {
  const gate = createGate()
  const decoy = format(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      return format(cost, salt, await gate('known', () => derive(password, salt, cost)))
    },
    verify: (password, find, waiting) =>
      gate(waiting, async () => {
        const known = await find()
        const { cost: usedCost, salt, hash } = parse(known ?? decoy)
        return timingSafeEqual(await derive(password, salt, usedCost), hash) ? known : null
      }),
    isOutdated: (known) => !known.startsWith(formatPrefix(cost)),
  }
}

function formatPrefix({ ln, r, p }: PasswordCost): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$`
}

function format(cost: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `${formatPrefix(cost)}${salt.toString('base64')}$${hash.toString('base64')}`
}

function parse(text: string) {
  const [, ln, r, p, salt = '', hash = ''] = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text) ?? []
  if (hash === '') throw new Error('the hash of a password is not of the form that is stored')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** Keyboards write the same letter in several ways: NFKC makes them one (RFC 8265). */
function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** Runs a few works at once, the others in order: first those of known people. */
function createGate() {
  let running = 0
  const lines: Readonly<Record<Waiting, (() => void)[]>> = { known: [], stranger: [] }
  return async <T>(who: Waiting, work: () => Promise<T>): Promise<T> => {
    const line = lines[who]
    if (line.length >= MOST_WAITING) {
      throw new CheckoutError('rate_limited', 'Too many people sign in at this moment: try again in a few seconds.')
    }
    if (running >= AT_ONCE) await new Promise<void>((resolve) => line.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = lines.known.shift() ?? lines.stranger.shift()
      if (next) next()
      else running -= 1
    }
  }
}
