import type { Addition } from './addition.ts'

const order = 'packages/core/src/payments/order.ts'
const migrate = 'packages/core/src/storage/migrate.ts'

/** A field of payments that is taken, kept and shown, without any logic. */
export const field: Addition = {
  name: 'field',
  adds: 'a field of the API without logic',
  goal: 6,
  edits: [
    {
      path: order,
      before: '  lineItems: z\n',
      text: `  costCentre: printableLine(MAX_REFERENCE)
    .optional()
    .meta({ description: 'Your cost centre, for your own records. At most 100 characters' }),
`,
    },
    { path: order, before: "'description' | 'reference' | 'line_items'", text: "'cost_centre' | " },
    {
      path: order,
      before: "'description' | 'reference' | 'lineItems' | 'cancelUrl' | 'supersedes' |",
      text: "'costCentre' | ",
    },
    { path: order, before: '    cancel_url: cancelUrl,', text: '    cost_centre: input.costCentre ?? null,\n' },
    { path: order, before: '    description: row.description,', text: '    costCentre: row.cost_centre,\n' },
    {
      path: 'packages/core/src/http/shapes/payment.ts',
      before: "    reference: textOrNull('Your order number",
      text: "    costCentre: textOrNull('Your cost centre. Null if you gave none'),\n",
    },
    { path: 'packages/core/src/payments/usage-store.ts', before: "  'reference',", text: "  'cost_centre',\n" },
    {
      path: 'packages/core/src/storage/migrations/9000-cost-centres.ts',
      text: '/** Payments have a cost centre of the merchant. */\nexport const up = `\nalter table payments add column cost_centre text;\n`\n',
    },
    {
      path: migrate,
      before: 'import { up as decimals }',
      text: "import { up as costCentres } from './migrations/9000-cost-centres.ts'\n",
    },
    { path: migrate, before: '\n]', text: '\n  costCentres,' },
  ],
  scripts: ['reference'],
  test: `import { expect, test } from 'vitest'
import { paymentInput } from './testing/index.ts'
import { openShop } from './testing/shop.ts'

test('the field is taken, kept and shown', async () => {
  const { payments } = (await openShop()).checkout.sandbox
  const { id } = await payments.create({ ...paymentInput, costCentre: 'C-7' })
  expect((await payments.retrieve(id)).costCentre).toBe('C-7')
})
`,
}
