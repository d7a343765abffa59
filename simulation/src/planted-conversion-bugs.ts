import type { PlantedBug } from './planted-bug.ts'

/** Bugs of conversions: what is burned, delivered or released twice, never, or for somebody else. */
export const plantedConversionBugs: readonly PlantedBug[] = (
  [
    {
      name: 'a settlement is completed once its money is at the converter',
      file: 'settlements/settle-sweep.ts',
      find: 'if (completed && account) {',
      replace: 'if (completed && account && lost > 0n) {',
    },
    {
      name: 'burns are booked before they are final',
      file: 'settlements/conversion/read-exits.ts',
      find: 'finality?.finalNumber ?? 0',
      replace: '(finality?.finalNumber ?? 0) + 3',
      seed: 23,
    },
    {
      name: 'a delivery is booked before it is final',
      file: 'settlements/conversion/deliver.ts',
      find: 'const finality = await findFinality(ctx.db, to)',
      replace: `const last = await findFinality(ctx.db, to)
  const finality = last && { finalNumber: last.finalNumber + 3 }`,
      seed: 23,
    },
    {
      name: 'money that leaves is of the newest settlement',
      file: 'domain/conversion.ts',
      find: 'of waiting) {',
      replace: 'of waiting.toReversed()) {',
      seed: 23,
    },
    {
      name: 'money that left before is of a later settlement',
      file: 'domain/conversion.ts',
      find: ' || exit.block < settlement.block',
      replace: '',
      seed: 39,
    },
    {
      name: 'released money is booked as converted',
      file: 'settlements/conversion/complete.ts',
      find: "('released' as const)",
      replace: "('converted' as const)",
      seed: 223,
    },
    {
      name: 'released money is booked on the other network',
      file: 'settlements/conversion/complete.ts',
      find: "share.state === 'released' ? { ...here",
      replace: "share.state === 'delivered' ? { ...here",
      seed: 23,
    },
    {
      name: 'the fee of a burn is not booked',
      file: 'domain/entry.ts',
      find: 'coin_fee: arrived === null ? null : side.amount - arrived',
      replace: 'coin_fee: arrived === null ? null : 0n',
      seed: 71,
    },
    {
      name: 'own money that is minted counts as income',
      file: 'deposits/converted.ts',
      find: 'if (isMint && before <',
      replace: 'if (isMint && before + 1 <',
      seed: 23,
    },
    {
      name: 'own money that is released counts as income',
      file: 'deposits/converted.ts',
      find: 'if (released.has(',
      replace: 'if (released.size > 1 && released.has(',
      seed: 223,
    },
    {
      name: 'the wallet that a merchant chose is not used',
      file: 'payments/matching/recipient.ts',
      find: 'settings.settlementWallet ?? wallet',
      replace: 'wallet',
    },
    {
      name: 'a bound of the fee is forgotten',
      file: 'payments/matching/recipient.ts',
      find: 'settlementMaxFee === null ? NO_FEE_LIMIT',
      replace: "settlementMaxFee !== '' ? NO_FEE_LIMIT",
    },
  ] as const
).map((bug) => ({ within: 10_000, seenBy: ['I14', 'I23'], ofConversions: true, ...bug }))
