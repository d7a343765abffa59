/** An authenticator in software: it makes passkeys and signs with them, as phones do (WebAuthn level 3). */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Creation = { readonly challenge: string; readonly rp: { id: string }; readonly user: { id: string } }
type Request = { readonly challenge: string; readonly rpId: string }
/** Deviations of an attacker, or of a broken device. */
export type Deviation = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const AAGUID = Buffer.alloc(16)

export function openAuthenticator(origin: string) {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle = ''

  function createClientData(type: string, challenge: string, { origin: other, type: otherType }: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({ type: otherType ?? type, challenge, origin: other ?? origin, crossOrigin: false }),
    )
  }

  function createAuthenticatorData(
    rpId: string,
    flags: number,
    changes: Deviation,
    attested = Buffer.alloc(0),
  ): Buffer {
    const { isVerified = true } = changes
    counter = changes.counter ?? counter + 1
    const head = Buffer.alloc(5)
    head.writeUInt8(FLAGS.present | flags | (isVerified ? FLAGS.verified : 0), 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(changes.rpId ?? rpId), head, attested])
  }

  const identity = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    /** The answer to `navigator.credentials.create`. */
    register({ challenge, rp, user }: Creation, changes: Deviation = {}) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([AAGUID, length, id, encodeCbor(toCoseKey(publicKey))])
      const authData = createAuthenticatorData(rp.id, FLAGS.attested, changes, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: createClientData('webauthn.create', challenge, changes).toString('base64url'),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      }
      return { ...identity, clientExtensionResults: {}, authenticatorAttachment: 'platform', response }
    },
    /** The answer to `navigator.credentials.get`. */
    sign({ challenge, rpId }: Request, changes: Deviation = {}) {
      const clientData = createClientData('webauthn.get', challenge, changes)
      const authenticatorData = createAuthenticatorData(rpId, 0, changes)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: changes.userHandle ?? userHandle,
      }
      return { ...identity, clientExtensionResults: {}, response }
    },
  }
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest()
}

/** An ES256 key as COSE has it (RFC 9053). */
function toCoseKey(key: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** Small integers, texts, bytes and maps (RFC 8949). */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (!(value instanceof Map)) throw new TypeError('there is no CBOR for this here')
  const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)])
  return Buffer.concat([encodeHead(5, value.size), ...entries])
}

function encodeHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff])
}
