import { writeFileSync } from 'node:fs';

/** Writes errors that belong to no test: of hooks, of files that don't load, and unhandled ones. JSON reports lack them. */
export default class {
  onTestRunEnd(files, unhandled) {
    const suites = files.flatMap((file) => [file, ...file.children.allSuites()]);
    const errors = [
      ...suites.flatMap((suite) =>
        suite.errors().map(({ message }) => ({ place: suite.module?.moduleId ?? suite.moduleId, message })),
      ),
      ...unhandled.map(({ stack, message, VITEST_TEST_PATH }) => ({
        place: VITEST_TEST_PATH ?? 'a test',
        message: stack ?? message,
      })),
    ];
    writeFileSync(process.env.STRAY_ERRORS, JSON.stringify(errors));
  }
}
