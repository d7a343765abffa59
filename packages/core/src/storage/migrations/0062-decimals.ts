/**
 * Currencies with three or four decimals in ISO 4217 are counted in thousandths and ten-thousandths, no longer in hundredths.
 * The codes stand here again, because a migration never changes.
 */
const scales = [
  [10, `'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'`],
  [100, `'CLF', 'UYW'`],
] as const

export const up = scales
  .map(([factor, codes]) => {
    return `
update payments set amount_cents = amount_cents * ${factor} where currency in (${codes});
update refunds set amount_cents = amount_cents * ${factor} where currency in (${codes});
update payment_links set amount_cents = amount_cents * ${factor}, minimum_cents = minimum_cents * ${factor},
  maximum_cents = maximum_cents * ${factor}, preset_cents = preset_cents * ${factor} where currency in (${codes});
`
  })
  .join('')
