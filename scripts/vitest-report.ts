/** A reporter of Vitest: writes what became of each file's tests to the file that `CHECKOUT_REPORT` names. */
import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import type { TestFile } from './failures.ts'

const describeError = ({ message, stack }: SerializedError) => stack ?? message

function describeFile(module: TestModule): TestFile {
  const tests = [...module.children.allTests()]
  return {
    file: module.moduleId,
    project: module.project.name,
    // A suite has errors of its own: those of its hooks.
    errors: [module, ...module.children.allSuites()].flatMap((part) => part.errors().map(describeError)),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({ name: test.fullName, error: (test.result().errors ?? []).map(describeError).join('\n') })),
  }
}

/** An error outside of tests belongs to no file. */
const describeUnhandled = (error: SerializedError): TestFile => ({
  ...{ file: '', project: '', passed: 0, failed: [] },
  errors: [describeError(error)],
})

export default class FileReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.CHECKOUT_REPORT
    if (path === undefined) return
    writeFileSync(path, JSON.stringify([...modules.map(describeFile), ...unhandled.map(describeUnhandled)]))
  }
}
