/** Wrong entries of the ledger, which a comparison with the chains has to find. */
import type { Checkout } from '@crypto-checkout/core'
import { allowEntryChanges } from '@crypto-checkout/core/testing'

export type PlantedEntry = Awaited<ReturnType<typeof readEntries>>[number]

type Fits = (entry: PlantedEntry) => boolean
type Plant = (entries: readonly PlantedEntry[]) => readonly PlantedEntry[]

export function readEntries({ context: { db } }: Checkout) {
  return db.selectFrom('entries').selectAll().orderBy('sequence').orderBy('ordinal').execute()
}

/** Changes entries behind the database's back, which refuses that, and takes it back after the work. */
export async function withPlanted<T>(checkout: Checkout, plant: Plant, work: () => Promise<T>): Promise<T> {
  const entries = await readEntries(checkout)
  const replace = (rows: readonly PlantedEntry[]) =>
    checkout.context.transact(async (tx) => {
      await allowEntryChanges(tx)
      await tx.deleteFrom('entries').execute()
      for (const row of rows) await tx.insertInto('entries').values(row).execute()
    })
  await replace(plant(entries))
  try {
    return await work()
  } finally {
    await replace(entries)
  }
}

/** Changes the last entry that fits. */
export function change(fits: Fits, columns: (entry: PlantedEntry) => Partial<PlantedEntry>): Plant {
  return (entries) => {
    const chosen = entries.findLast(fits)
    return entries.map((entry) => (entry === chosen ? { ...entry, ...columns(entry) } : entry))
  }
}

/** Loses the last entry that fits. */
export function lose(fits: Fits): Plant {
  return (entries) => entries.filter((entry) => entry !== entries.findLast(fits))
}

/** Has the last entry that fits twice. */
export function repeat(fits: Fits): Plant {
  return (entries) =>
    entries.flatMap((entry) => (entry === entries.findLast(fits) ? [entry, { ...entry, ordinal: 99 }] : [entry]))
}
