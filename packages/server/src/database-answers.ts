const WITHIN_MS = 5_000

/** What is asked of the database. Throws where it takes longer than five seconds: who asks has little patience, too. */
export async function whileItAnswers<T>(asked: Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it took too long')), WITHIN_MS)
  try {
    return await Promise.race([asked, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
