// The double with commands for the browser tests, which run it in a process of its own.
import './commands.ts';

export * from './parts.ts';
