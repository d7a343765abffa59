import { textOrNull } from './fields.ts'

/** The receipt of what is completed. */
export function receiptFields(what: 'payment' | 'refund') {
  return {
    receipt: textOrNull(
      `The signed receipt, a compact JWS (RFC 7515) of typ ${what}-receipt+jwt. Null until the ${what} is completed`,
    ),
    receiptUrl: textOrNull("The receipt's page, for mails to the payer. Null without a receipt"),
  }
}
