import { describe, expect, it } from 'vitest';
import { youTubeVideoId } from './youtube.ts';

describe('the video id of a YouTube address', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=90s#top',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL123',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=AbC&t=30',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ/',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
    'HTTPS://WWW.YouTube.COM/watch?v=dQw4w9WgXcQ',
  ])('is read from %s', (address) => {
    expect(youTubeVideoId(address)).toBe('dQw4w9WgXcQ');
  });

  it.each([
    null,
    '',
    'youtube',
    'https://www.youtube.com/@olive-dental',
    'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ"><script>',
    'https://www.youtube.com/embed/../../evil',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/embed/dQw4w9WgXcQ',
    'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  ])('is missing from %s', (address) => {
    expect(youTubeVideoId(address)).toBe(null);
  });
});
