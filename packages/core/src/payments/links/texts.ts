/** The texts of payments that links made. A payment has none of its own, so that strangers who press write little. */
import type { Db } from '../../storage/database.ts'
import { prepareQuery, queryInChunks } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

const COLUMNS = ['metadata', 'description', 'line_items', 'redirect_url'] as const
export type OrderTexts = Pick<Row<'payments'>, (typeof COLUMNS)[number]>
type OfLink = { readonly payment_link: string | null }

const ofOne = prepareQuery<{ id: string }>()((db, value) =>
  db
    .selectFrom('payment_links')
    .select(['id', ...COLUMNS])
    .where('id', '=', value.id),
)

/** The texts of the links that made payments, by link. They never change. */
export async function findLinkTexts(db: Db, payments: readonly OfLink[]): Promise<Map<string, OrderTexts>> {
  const ids = [...new Set(payments.flatMap(({ payment_link }) => payment_link ?? []))]
  const [only, ...more] = ids
  if (only === undefined) return new Map()
  const rows =
    more.length === 0
      ? await ofOne(db, { id: only })
      : await queryInChunks(ids, (chunk) =>
          db
            .selectFrom('payment_links')
            .select(['id', ...COLUMNS])
            .where('id', 'in', chunk)
            .execute(),
        )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A payment with the texts of its link, if a link made it. Its own description is the title that the link had then. */
export function withLinkTexts<P extends OrderTexts & OfLink & { readonly id: string }>(
  row: P,
  texts: OrderTexts | null,
): P {
  if (row.payment_link === null) return row
  if (texts === null) throw new Error(`the texts of ${row.payment_link} are needed to show ${row.id}`)
  const { metadata, line_items, redirect_url } = texts
  return { ...row, metadata, line_items, redirect_url, description: row.description ?? texts.description }
}
