import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const DAY_MS = 86_400_000
/** ecdsa-with-SHA256, and commonName (RFC 5280, RFC 5758), as they are written in a certificate. */
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** A key and a certificate for a TLS server of a test, made anew: X.509 with the least that it has to have. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, ECDSA_SHA256)
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('test')))))
  const serial = der(0x02, Buffer.from([1]), randomBytes(8))
  const validity = der(0x30, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS))
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' })
  const body = der(0x30, serial, algorithm, name, validity, name, subjectKey)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const certificate = der(0x30, body, algorithm, signature)
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** UTCTime: two digits of the year, and no milliseconds. */
function time(at: number): Buffer {
  return der(
    0x17,
    Buffer.from(
      new Date(at)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  )
}

/** Tag, length, contents (DER). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}
