import { z } from 'zod'
import { networkName } from '../http/fields.ts'

/** Longer than any valid address, text and signature. Longer input is refused before it is parsed. */
const [MAX_ADDRESS, MAX_MESSAGE, MAX_SIGNATURE] = [100, 2_000, 200]

export const challengeInput = z.strictObject({
  network: networkName,
  address: z.string().max(MAX_ADDRESS).meta({ description: 'The wallet, as merchantWallet names it' }),
})

export const proofInput = challengeInput.extend({
  message: z.string().max(MAX_MESSAGE).meta({ description: 'The text of the challenge, unchanged' }),
  signature: z.string().max(MAX_SIGNATURE).meta({
    description: "The wallet's signature of the text: EIP-191 in hexadecimal with 0x, or SEP-53 in base64",
  }),
})

export type ValidChallengeInput = z.output<typeof challengeInput>
export type ValidProofInput = z.output<typeof proofInput>
