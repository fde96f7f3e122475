import { followOneServer } from '#server/test/deploy/one-server.ts';

followOneServer({ toTheEnd: true });
