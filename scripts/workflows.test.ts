import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }
type Job = {
  readonly permissions?: unknown
  readonly 'timeout-minutes'?: number
  readonly environment?: string
  readonly steps: readonly Step[]
}
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const FOLDER = join(import.meta.dirname, '../.github/workflows')
const texts = readdirSync(FOLDER).map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }))

describe.each(texts)('$file', ({ text }) => {
  const { on, permissions, jobs }: Workflow = parse(text)
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('names each action by a commit, with its version beside it', () => {
    const used = text.split('\n').filter((line) => line.includes('uses:'))
    for (const line of used) expect(line).toMatch(/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('has no rights at its top, and each job names its own', () => {
    expect(permissions).toEqual({})
    for (const job of Object.values(jobs)) expect(job.permissions).toBeTypeOf('object')
  })

  test('ends each job after a time', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  test('leaves no credentials beside the code of others', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false })
  })

  test('puts no value of an event into a command', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{')
  })

  test('gives pull requests no rights to write but reports of the analysis', () => {
    expect(on).not.toHaveProperty('pull_request_target')
    expect(on).not.toHaveProperty('workflow_run')
    if (!('pull_request' in on)) return
    const rights = Object.values(jobs).map((job) => job.permissions)
    expect(
      rights.filter((right) => JSON.stringify(right).replace('"security-events":"write"', '').includes('write')),
    ).toEqual([])
  })
})

test('the same action has the same commit everywhere', () => {
  const named = texts.flatMap(({ text }) => [...text.matchAll(/uses: ([\w/-]+)@(\w+)/g)])
  const commits = new Map(named.map(([, action, commit]) => [action, commit]))
  for (const [, action, commit] of named) expect(`${action}@${commit}`).toBe(`${action}@${commits.get(action)}`)
})

test('a release waits for a person, before it is made and before it is published', () => {
  const { jobs }: Workflow = parse(readFileSync(join(FOLDER, 'release.yml'), 'utf8'))
  expect(jobs.pack?.environment).toBe('release')
  expect(jobs.publish?.environment).toBe('npm')
  const commands = jobs.publish?.steps.map(({ run }) => run ?? '').join('\n')
  expect(commands).toContain('npm stage publish')
  expect(commands).not.toMatch(/npm publish/)
})
