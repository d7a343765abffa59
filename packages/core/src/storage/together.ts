/**
 * Waits for independent statements, which are pipelined on PostgreSQL. They run in order. Throws the error of the first
 * that failed, once none is running any more.
 */
export async function together<Statements extends readonly Promise<unknown>[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  await Promise.allSettled(statements)
  return Promise.all(statements) as Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }>
}
