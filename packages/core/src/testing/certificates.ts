import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const DAY_MS = 86_400_000

/** Object identifiers and true, as encoded in a certificate (RFC 5280, RFC 5758). */
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const YES = Buffer.from('0101ff', 'hex')

/** A private key and its certificate, as PEM. */
type Certified = { readonly key: string; readonly cert: string }

/** The validity in milliseconds, in whole seconds, before 2050. Default: from yesterday until tomorrow. */
type Validity = { readonly from: number; readonly until: number }

/** A new key and certificate for a test's TLS server: X.509 with the minimum content. */
export function createSelfSigned(host: string): Certified {
  const keys = newKeys()
  return certify({ subject: host, keys, issuer: host, signingKey: keys.privateKey, extension: namedFor(host) })
}

/** A test's certificate authority, which signs for servers of one host name. */
export function createAuthority(name: string) {
  const keys = newKeys()
  const isAuthority = der(0x30, BASIC_CONSTRAINTS, YES, der(0x04, der(0x30, YES)))
  const own = { subject: name, issuer: name, signingKey: keys.privateKey }
  return {
    cert: certify({ ...own, keys, extension: isAuthority }).cert,
    certify: (host: string, validity?: Validity): Certified =>
      certify({ ...own, subject: host, keys: newKeys(), validity, extension: namedFor(host) }),
  }
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function namedFor(host: string): Buffer {
  return der(0x30, SUBJECT_ALT_NAME, der(0x04, der(0x30, der(0x82, Buffer.from(host)))))
}

function certify(what: {
  readonly subject: string
  readonly keys: ReturnType<typeof newKeys>
  readonly issuer: string
  readonly signingKey: KeyObject
  readonly validity?: Validity | undefined
  readonly extension: Buffer
}): Certified {
  const { from, until } = what.validity ?? { from: Date.now() - DAY_MS, until: Date.now() + DAY_MS }
  const algorithm = der(0x30, ECDSA_SHA256)
  const body = der(
    0x30,
    // Version 3, the one with extensions.
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    named(what.issuer),
    der(0x30, time(from), time(until)),
    named(what.subject),
    what.keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, what.extension)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, what.signingKey))
  const base64 = der(0x30, body, algorithm, signature).toString('base64')
  // No empty line at the end: not every PEM reader accepts it.
  const lines = base64.match(/.{1,64}/g)?.join('\n')
  return {
    key: what.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function named(name: string): Buffer {
  return der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(name)))))
}

/** UTCTime: two digits of the year, and no milliseconds. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}

/** Tag, length, contents (DER). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}
