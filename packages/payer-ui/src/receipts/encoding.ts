/** Base64url and JSON, strictly: each value has one text only. */

/** The bytes of base64url without padding (RFC 4648); null for any other text, unused bits in its last digit included. */
import { isRecord } from '@crypto-checkout/api-types'
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return encodeBase64Url(bytes) === text ? bytes : null
}

export function encodeBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The object that UTF-8 bytes are as JSON; null for anything else. */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isRecord(value) && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
