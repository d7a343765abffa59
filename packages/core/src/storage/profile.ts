/** All that differs between the databases. */
export type Profile = {
  /** Type of a row number: counts up, is never given twice. */
  readonly rowNumber: string
}

export const sqliteProfile: Profile = { rowNumber: 'integer primary key autoincrement' }
