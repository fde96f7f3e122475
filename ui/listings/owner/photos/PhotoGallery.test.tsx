// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import type { Photo } from '#contract/listings/gallery.ts';
import { useToasts } from '#ui/kit/overlays/toast.ts';
import { PhotoGallery } from './PhotoGallery.tsx';
import type { GalleryCalls } from './use-gallery.ts';

const photoOf = (id: number): Photo => ({ id, url: `/media/${id}`, alt: `Room ${id}`, width: 1200, height: 800 });
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngNamed = (name: string, size = png.length) => {
  const bytes = new Uint8Array(size);
  bytes.set(png);
  return new File([bytes], name, { type: 'image/png' });
};

function renderGallery() {
  const spies = {
    add: vi.fn<GalleryCalls['add']>((_image) => Promise.resolve([photoOf(1), photoOf(2), photoOf(3), photoOf(9)])),
    arrange: vi.fn<GalleryCalls['arrange']>((photos) => Promise.resolve(photos.map(({ id }) => photoOf(id)))),
    restore: vi.fn<GalleryCalls['restore']>(() => Promise.resolve([photoOf(1), photoOf(2), photoOf(3)])),
  };
  function Gallery() {
    const [photos, setPhotos] = useState([photoOf(1), photoOf(2), photoOf(3)]);
    return (
      <PhotoGallery
        photos={photos}
        entitled
        calls={{ ...spies, show: setPhotos, refreshOthers: () => Promise.resolve() }}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Gallery />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return spies;
}

const shownPhotos = () => screen.getAllByRole('img').map((image) => image.getAttribute('alt'));

describe('the photo gallery', () => {
  it('says of each chosen file whether it was added, and why not', async () => {
    const { add } = renderGallery();
    const files = [
      pngNamed('front.png'),
      pngNamed('office.png', 5 * 1024 ** 2 + 1),
      new File(['a note'], 'note.png', { type: 'image/png' }),
    ];
    fireEvent.change(screen.getByLabelText('Photos to add'), { target: { files } });
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('front.png: added'),
    );
    const results = screen.getByRole('list', { name: 'Chosen files' });
    expect([...results.children].map((item) => item.textContent)).toEqual([
      'office.png: File size must be less than 5MB',
      'note.png: Please upload a valid image file (jpeg, jpg, png, webp)',
      'front.png: added',
    ]);
    expect(add).toHaveBeenCalledOnce();
  });

  it('returns a removed photo to its position', async () => {
    const { restore } = renderGallery();
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2' }));
    await waitFor(() => expect(useToasts.getState().current?.title).toBe('Photo removed'));
    expect(shownPhotos()).toEqual(['Room 1', 'Room 3']);
    act(() => useToasts.getState().current!.action!.onSelect());
    await waitFor(() => expect(shownPhotos()).toEqual(['Room 1', 'Room 2', 'Room 3']));
    expect(restore.mock.calls).toEqual([[{ url: '/media/2', alt: 'Room 2', position: 1 }]]);
  });

  it('orders by dragging and with the buttons', async () => {
    const { arrange } = renderGallery();
    const items = screen.getAllByRole('listitem');
    fireEvent.dragStart(items[0]!);
    fireEvent.dragOver(items[2]!);
    fireEvent.drop(items[2]!);
    await waitFor(() => expect(shownPhotos()).toEqual(['Room 2', 'Room 3', 'Room 1']));
    fireEvent.click(screen.getByRole('button', { name: 'Move photo 3 earlier' }));
    await waitFor(() => expect(shownPhotos()).toEqual(['Room 2', 'Room 1', 'Room 3']));
    expect(arrange.mock.calls.map(([photos]) => photos.map(({ id }) => id))).toEqual([
      [2, 3, 1],
      [2, 1, 3],
    ]);
  });
});
