/** The public addresses of receipts and of the keys that sign them. */
import type { Context } from '../context/context.ts'

type Addressed = Pick<Context, 'settings'>

/**
 * The issuer of receipts in an environment. Each has a key set of its own, so a verifier with the keys of production
 * never takes a receipt of the sandbox for a real one.
 */
export function formatIssuer({ settings }: Addressed, livemode: boolean): string {
  return livemode ? settings.publicUrl : `${settings.publicUrl}/sandbox`
}

/** Formats the address where the keys of an environment are published. */
export function formatKeysUrl(ctx: Addressed, livemode: boolean): string {
  return `${formatIssuer(ctx, livemode)}/.well-known/jwks.json`
}

/** The page of a payment's receipt, or of the receipt of one of its refunds. */
export function formatReceiptUrl({ settings }: Addressed, paymentId: string, refundId: string | null = null): string {
  const page = `${settings.publicUrl}/pay/${paymentId.slice('pay_'.length)}/receipt`
  return refundId === null ? page : `${page}/${refundId}`
}

/** The page that verifies receipts in the browser. */
export function formatVerifierUrl({ settings }: Addressed): string {
  return `${settings.publicUrl}/receipts/verify`
}
